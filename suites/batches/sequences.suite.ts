import { describe } from "vitest";
import { inSequences } from "../../helpers/engine/check/sequences.js";
import { batchSequences } from "../../helpers/engine/resources/batches/sequences.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

const created = inSequences(batchSequences, "create");
const archivedV1 = inSequences(batchSequences, "archive by v1ArchiveBatch");
const archivedV2 = inSequences(batchSequences, "archive by v2ArchiveBatch");

// These run after the plain checks of the same rules and report only what those did not find.
// biome-ignore format: one rule a line
describe("Batches in random order", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("batches.open.complete", "creates and archives in random order", created);
  rule.fromStandard("batches.archive.status-204", "creates and archives in random order", archivedV1);
  rule.fromStandard("batches.archive.by-id", "creates and archives in random order", archivedV1);
  rule.fromStandard("batches.archive.delete.v2", "creates and archives in random order", archivedV2);
  rule.fromStandard("batches.archive.leaves-open-listing", "creates and archives in random order", archivedV1);
  rule.fromStandard("batches.archive.only-that-one", "creates and archives in random order", archivedV1);
});
