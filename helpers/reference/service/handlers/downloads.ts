import { type Answer, file } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import { makePdf } from "../pdf.js";
import { unknownId } from "../problem.js";

/** One white pixel. */
const PNG = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==",
    "base64",
  ),
);

/** The name of a file: an id, which may contain dots, and an ending. */
const NAME = /^(.+?)(?:\.form)?\.(pdf|png|zpl)$/;

/** Answers labels/<format>/<label_id>.<ending> and batches/<batch_id>/<file>.pdf. */
function download(call: Call, path: string): Answer {
  const [folder, ...inside] = path.split("/");
  const { labels, batches } = call.world;
  const [, id = "", ending] = NAME.exec(inside.slice(folder === "labels" ? 1 : -1).join("/")) ?? [];
  const known =
    (folder === "labels" && labels.get(id)) ||
    (folder === "batches" && batches.get(inside.slice(0, -1).join("/")));
  if (!known) throw unknownId("path", path);
  if (ending === "png") return file("image/png", PNG);
  if (ending === "zpl") return file("text/plain; charset=utf-8", `^XA^FO40,40^FD${id}^FS^XZ\n`);
  if (ending === "pdf") return file("application/pdf", makePdf(`${folder} ${id}`));
  throw unknownId("path", path);
}

function downloadDocument(call: Call): Answer {
  const document = call.find(call.world.plain.documents, "document_id");
  return file("application/pdf", makePdf(`Document ${document.id}`));
}

export const downloads: Handlers = {
  v1DownloadFile: (call) => download(call, call.param("path")),
  v2DownloadFile: (call) =>
    download(call, `${call.param("dir")}/${call.param("subdir")}/${call.param("filename")}`),
  v2DownloadDocument: downloadDocument,
};
