import { DEFAULT_PAGE_SIZE, DEFAULT_PAGING, listOf, OFFSET_LIMIT } from "../../contract/lists.js";
import type { Operation, QueryParameter } from "../../contract/model.js";
import { parseInstant } from "../../wire/instant.js";

/**
 * Whether a read is valid beyond doubt: every parameter is documented for it and occurs once, with a value of its type.
 * Ids count as valid if they have a usual form, whether or not they exist.
 */
export function isPlainlyValid({ id, method, query, path }: Operation, url: string): boolean {
  if (method !== "GET") return false;
  const { searchParams, pathname } = new URL(url);
  const names = [...searchParams.keys()];
  if (new Set(names).size < names.length) return false;
  if (path.includes("{") && !/^[\w/.-]+$/.test(pathname)) return false;
  const values = new Map(searchParams);
  const fit = [...values].every(([name, value]) => {
    const parameter = query.find((each) => each.name === name);
    return parameter !== undefined && fits(parameter, value);
  });
  const at = (name: "page" | "page_size") => Number(values.get(name) ?? DEFAULT_PAGING[name]);
  // Without a documented offset limit, any page past the last is valid.
  const isUnlimited = listOf(id)?.offsetLimit === null && at("page_size") <= DEFAULT_PAGE_SIZE;
  return fit && (isUnlimited || at("page") * at("page_size") <= OFFSET_LIMIT);
}

function fits({ name, type, enum: values }: QueryParameter, value: string): boolean {
  if (values !== undefined) return values.includes(value);
  if (type === "integer") return /^[1-9]\d{0,5}$/.test(value);
  if (/_(start|end)$/.test(name)) return parseInstant(value) !== null;
  return /^[\p{L}\p{N}_ .-]+$/u.test(value);
}
