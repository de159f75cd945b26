// Writes helpers/reference/service/data/names.json: the people, companies, streets and places that the reference
// service's seeded data picks from. Run by hand after a change (`node scripts/make-names.mjs`); the result is in the
// repository, so that nothing needs the generator at run time.
import { writeFileSync } from "node:fs";
import { faker } from "@faker-js/faker/locale/en_US";

faker.seed(1876);

const PLACES = [
  ["Austin", "TX", "78756"],
  ["Boise", "ID", "83702"],
  ["Boston", "MA", "02110"],
  ["Buffalo", "NY", "14202"],
  ["Burlington", "VT", "05401"],
  ["Charleston", "SC", "29401"],
  ["Chicago", "IL", "60607"],
  ["Cleveland", "OH", "44113"],
  ["Columbus", "OH", "43215"],
  ["Dallas", "TX", "75201"],
  ["Denver", "CO", "80205"],
  ["Des Moines", "IA", "50309"],
  ["Detroit", "MI", "48226"],
  ["Duluth", "MN", "55802"],
  ["Fargo", "ND", "58102"],
  ["Galveston", "TX", "77550"],
  ["Hartford", "CT", "06103"],
  ["Honolulu", "HI", "96813"],
  ["Houston", "TX", "77002"],
  ["Jacksonville", "FL", "32202"],
  ["Kansas City", "MO", "64106"],
  ["Los Angeles", "CA", "90021"],
  ["Louisville", "KY", "40202"],
  ["Madison", "WI", "53703"],
  ["Memphis", "TN", "38103"],
  ["Milwaukee", "WI", "53202"],
  ["Mobile", "AL", "36602"],
  ["New Orleans", "LA", "70130"],
  ["Newark", "NJ", "07102"],
  ["Norfolk", "VA", "23510"],
  ["Oakland", "CA", "94607"],
  ["Omaha", "NE", "68102"],
  ["Philadelphia", "PA", "19106"],
  ["Phoenix", "AZ", "85004"],
  ["Portland", "ME", "04101"],
  ["Portland", "OR", "97209"],
  ["Providence", "RI", "02903"],
  ["Reno", "NV", "89501"],
  ["San Diego", "CA", "92101"],
  ["Santa Fe", "NM", "87501"],
  ["Savannah", "GA", "31401"],
  ["Seattle", "WA", "98104"],
  ["Spokane", "WA", "99201"],
  ["St. Louis", "MO", "63102"],
  ["Tulsa", "OK", "74103"],
  ["Wilmington", "NC", "28401"],
];

const ABROAD = [
  ["Bremen", "HB", "28195", "DE"],
  ["Calgary", "AB", "T2P 1J9", "CA"],
  ["Glasgow", "SCT", "G1 1XQ", "GB"],
  ["Halifax", "NS", "B3J 1S9", "CA"],
  ["Lyon", "ARA", "69002", "FR"],
  ["Malmö", "M", "211 20", "SE"],
  ["Melbourne", "VIC", "3000", "AU"],
  ["Porto", "13", "4000-008", "PT"],
  ["Sapporo", "01", "060-0001", "JP"],
];

const place = ([city, state, postalCode, country = "US"]) => ({ city, state, postalCode, country });
const distinct = (count, make) => faker.helpers.uniqueArray(make, count);

const names = {
  people: distinct(160, () => `${faker.person.firstName()} ${faker.person.lastName()}`),
  companies: distinct(
    60,
    () =>
      `${faker.commerce.productAdjective()} ${faker.commerce.department()} ${faker.helpers.arrayElement(["Goods", "Supply", "Traders", "Outfitters", "Works"])}`,
  ),
  streets: distinct(120, () => faker.location.street()),
  products: distinct(60, () => faker.commerce.productName()),
  places: PLACES.map(place),
  abroad: ABROAD.map(place),
};

const file = new URL("../helpers/reference/service/data/names.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(names, null, 2)}\n`);
