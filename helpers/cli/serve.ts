import { writeFileSync } from "node:fs";
import { createReferenceService } from "../reference/service.js";

/** Options of `plimsoll serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly data: "default" | "sparse" | "lavish" | "large";
  readonly fault: readonly string[];
  readonly latency: number;
  readonly churn: number;
  readonly https: boolean;
  /** Where to write the certificate to trust; with https. */
  readonly certOut?: string;
  readonly keyEnv: string;
  readonly reportEvery: number;
}

/** Serves the reference service until it is interrupted; says on standard output where, and with which key. */
export async function serve(options: ServeOptions): Promise<void> {
  const ownKey = process.env[options.keyEnv];
  const service = createReferenceService({
    seed: options.seed,
    data: options.data,
    faults: options.fault,
    latencyMs: options.latency,
    churn: options.churn,
    https: options.https,
    ...(options.reportEvery === 0 ? {} : { reportEveryMs: options.reportEvery }),
    ...(ownKey === undefined ? {} : { apiKey: ownKey }),
  });
  const url = await service.listen(options.port, options.host);
  if (options.certOut !== undefined && service.certificate !== null) {
    writeFileSync(options.certOut, service.certificate);
  }
  process.stdout.write(`${url}\n`);
  process.stderr.write(
    ownKey === undefined
      ? `The API key is ${service.apiKey}; set ${options.keyEnv} to choose your own. Ctrl-C stops.\n`
      : `The API key is the one in ${options.keyEnv}. Ctrl-C stops.\n`,
  );
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await service.close();
}
