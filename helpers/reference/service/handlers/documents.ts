import { type Answer, created, noContent, ok } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import { addPlain, type PlainFamily, plainView } from "../plain-handlers.js";
import { unknownId } from "../problem.js";

const family: PlainFamily = { kind: "documents", idName: "document_id", listName: "documents" };

type Owner = "shipment_id" | "label_id";

/** Id of the shipment or label that the path names. Throws 404. */
function owner(call: Call, name: Owner): string {
  return name === "label_id"
    ? call.find(call.world.labels, name).id
    : call.find(call.world.shipments, name).id;
}

const documentsOf = ({ world }: Call, name: Owner, id: string) =>
  world.plain.documents.ordered().filter(({ fields }) => fields[name] === id);

const create =
  (name: Owner) =>
  (call: Call): Answer => {
    const id = owner(call, name);
    // The path says whose it is, whatever else the body names.
    const { shipment_id: _shipment, label_id: _label, ...fields } = call.object();
    return created(addPlain(call, family, { ...fields, [name]: id, status: "registered" }));
  };

const list =
  (name: Owner) =>
  (call: Call): Answer => {
    const id = owner(call, name);
    return ok({ [name]: id, documents: documentsOf(call, name, id).map((item) => plainView(family, item)) });
  };

const remove =
  (name: Owner) =>
  (call: Call): Answer => {
    const id = owner(call, name);
    const document = call.param("document_id");
    if (!documentsOf(call, name, id).some((item) => item.id === document)) {
      throw unknownId("document_id", document);
    }
    call.world.plain.documents.remove(document);
    return noContent();
  };

function send(call: Call): Answer {
  const id = owner(call, "label_id");
  call.optional();
  for (const item of documentsOf(call, "label_id", id)) item.fields = { ...item.fields, status: "sent" };
  return noContent();
}

export const documents: Handlers = {
  v2CreateShipmentDocument: create("shipment_id"),
  v2ListShipmentDocuments: list("shipment_id"),
  v2DeleteShipmentDocument: remove("shipment_id"),
  v2CreateLabelDocument: create("label_id"),
  v2ListLabelDocuments: list("label_id"),
  v2DeleteLabelDocument: remove("label_id"),
  v2SendLabelDocuments: send,
};
