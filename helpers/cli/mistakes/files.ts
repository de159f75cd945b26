import { X509Certificate } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "./errors.js";
import { fileTrouble } from "./system-errors.js";

/** Certificates in a PEM file. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Makes the report folder, before work is done that would be lost without it.
 * @throws UsageError if nothing can be written there
 */
export function makeOutFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const why = fileTrouble(error);
    if (why === null) throw error;
    throw new UsageError(`--out ${folder}: ${why}; name a folder that can be written to.`);
  }
}

/**
 * Makes one level at a time: Node's own recursive way never ends in a file system that makes no folders, such as /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Where a file or folder is, whatever links lead to it; a path that leads nowhere yet stays as it is. */
export function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

/**
 * Makes sure that a file holds certificates to trust.
 * @param file null if none is named
 * @throws UsageError if it cannot be read or holds none
 */
export function throwUnlessCertificates(file: string | null): void {
  if (file === null) return;
  const named = `--ca ${file}`;
  const found = textOf(file, named).match(CERTIFICATE) ?? [];
  if (found.length > 0 && found.every(isCertificate)) return;
  throw new UsageError(
    `${named} holds no certificate that can be read; name a PEM file of the authority, which begins with -----BEGIN CERTIFICATE-----.`,
  );
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * The text of a file, without the byte order mark that Windows may put first.
 * @param named how an error names it
 * @throws UsageError if it cannot be read
 */
export function textOf(file: string, named = file): string {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    throw new UsageError(`${named} cannot be read: ${fileTrouble(error) ?? String(error)}.`);
  }
}
