import type { Fixtures } from "./service/fixtures.js";
import { Random } from "./service/random.js";
export interface ChurnOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly apiKey: string;
  readonly seed: number;
  readonly fixtures: () => Fixtures;
  readonly completeReport: () => string;
}
export class Churn {
  constructor(_options: ChurnOptions) {
    new Random(1);
  }
  write(): void {}
  stop(): void {}
}
