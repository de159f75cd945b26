import { describe } from "vitest";
import { judgeRecordsById } from "../../helpers/engine/resources/v1-records.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

describe("v1 endpoints with full shape", { meta: { changes: ["batches"], reads: ["shipments"] } }, () => {
  rule("v1.records.by-id", "looks at the reads by id of listed records", judgeRecordsById);
});
