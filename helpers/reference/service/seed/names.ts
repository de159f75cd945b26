import { readFileSync } from "node:fs";

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

interface Names {
  readonly people: readonly string[];
  readonly companies: readonly string[];
  readonly streets: readonly string[];
  readonly products: readonly string[];
  readonly places: readonly Place[];
  readonly abroad: readonly Place[];
}

type ServiceRow = readonly [string, string, boolean, boolean, boolean];
type OptionRow = readonly [string, string, string];

interface CarrierTable {
  readonly optionSets: Readonly<Record<string, readonly OptionRow[]>>;
  readonly carriers: readonly {
    readonly code: string;
    readonly name: string;
    readonly options: string;
    readonly services: readonly ServiceRow[];
    readonly packages: readonly string[];
  }[];
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../data/${file}.json`, import.meta.url), "utf8"));

export const names: Names = read("names");
export const carrierTable: CarrierTable = read("carriers");
