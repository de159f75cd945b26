import type { Body } from "../../wire/exchange.js";

/** What the first characters of a file tell of its kind. */
export type FileKind =
  | "JSON"
  | "a web page"
  | "a PDF"
  | "a PNG"
  | "a GIF"
  | "a JPEG"
  | "base64 text"
  | "other";

/** The kind of a file, as far as it shows. */
export function fileKind(body: Body): FileKind {
  if (body.kind === "json") return "JSON";
  const start = startOf(body);
  // The mark of a PDF need not be at the very start.
  if (start.includes("%PDF")) return "a PDF";
  if (start.includes("PNG\r\n\x1a\n")) return "a PNG";
  if (/^GIF8[79]a/.test(start)) return "a GIF";
  if (start.startsWith("\xff\xd8\xff")) return "a JPEG";
  // How a PDF and a PNG begin in base64, also behind "data:".
  if (/^\s*(?:data:[^,]*,)?(?:JVBERi|iVBORw0KGgo)/.test(start)) return "base64 text";
  return /^\s*<(?:!doctype\s+html|html)\b/i.test(start) ? "a web page" : "other";
}

/** Kinds that the first characters of a file prove. */
const PROVEN: ReadonlySet<FileKind> = new Set(["a PDF", "a PNG", "a GIF", "a JPEG"]);

/** Media types that name one kind of file; the contract leaves open by which type, or by none, files come. */
const NAMED: readonly (readonly [RegExp, FileKind])[] = [
  [/^application\/pdf\b/i, "a PDF"],
  [/^image\/png\b/i, "a PNG"],
  [/^image\/gif\b/i, "a GIF"],
  [/^image\/jpe?g\b/i, "a JPEG"],
  [/^text\/html\b/i, "a web page"],
  [/^application\/json\b/i, "JSON"],
];

/**
 * Whether a Content-Type names another kind of file than the one that comes.
 * @param kind as the file itself shows it
 */
export function isMisnamed(type: string | undefined, kind: FileKind): boolean {
  const [, named = kind] = NAMED.find(([form]) => form.test(type?.trim() ?? "")) ?? [];
  return PROVEN.has(kind) && named !== kind;
}

function startOf(body: Body): string {
  if (body.kind === "binary") return body.head;
  return body.kind === "text" || body.kind === "unreadable" ? body.text.slice(0, 64) : "";
}
