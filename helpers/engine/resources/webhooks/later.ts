import type { Generation } from "../../../contract/model.js";
import { itemOf } from "../../../wire/decode.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import { type ListOperation, WRITES } from "./generations.js";
import { type Lasting, lastingV1 } from "./lasting.js";
import { firstList, listWebhooks } from "./reading.js";

/** A list near the end of the run, some time after its last change of webhooks. */
export interface LaterList {
  readonly operation: ListOperation;
  readonly list: OpenList;
}

const v2 = given(async (t): Promise<LaterList | null> => {
  if (t.session.timesDone(WRITES) === 0) return null;
  await aWhileAfter(t, ...WRITES);
  return t.settings.generations.includes("v2") ? read(t, "v2ListWebhooks") : null;
});

/** The v2 list serves where it shows webhooks made in v1. */
const v1 = given(async (t): Promise<LaterList | null> => {
  if (t.session.timesDone(WRITES) === 0) return null;
  const later = await t.given(v2);
  const lasting = await t.tryGiven(lastingV1);
  if (later !== null && lasting !== null && itemOf(later.list, lasting.own.id) !== null) return later;
  const first = await t.tryGiven(firstList("v1"));
  return first === null ? null : read(t, first.operation);
});

/** Null if it cannot be read or nothing was done. */
export const laterList = { v1, v2 } as const;

async function read(t: Check, operation: ListOperation): Promise<LaterList | null> {
  const list = await ifReadable(listWebhooks(t, operation));
  return list === null ? null : { operation, list };
}

/** The list near the end of the run; read again for a while if something is wrong with it. */
export async function listLater(
  t: Check,
  version: Generation,
  isRight: (list: OpenList) => boolean,
): Promise<OpenList | null> {
  const first = await t.given(laterList[version]);
  return first && polling(t, () => listWebhooks(t, first.operation), first.list).until(isRight);
}

/** A webhook that the run left, where there is a list to look for it in. */
export async function leftBefore(
  t: Check,
  version: Generation,
  lasting: Given<Lasting>,
): Promise<Lasting | null> {
  return (await t.given(laterList[version])) && t.tryGiven(lasting);
}
