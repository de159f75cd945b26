import { methodsOf, readQuery, wrongMethod } from "./app.js";
import type { Behaviours } from "./behaviours.js";
import { parseBody } from "./body.js";
import { findRecord } from "./call.js";
import { deliveryHeaders, deliveryText, receivers, reportPayload } from "./deliveries.js";
import { envelope, linkPages, linkQuery, links, pages, total } from "./envelope.js";
import { combine, readDate, reads } from "./filters.js";
import { markVoided } from "./handlers/labels.js";
import {
  hasSummary,
  mayChangeShipping,
  mayEditOrder,
  setFields,
  shippingDetails,
} from "./handlers/purchase-orders.js";
import { markCancelled, setTags, USER_LIMIT } from "./handlers/shipments.js";
import { handlerOf } from "./handlers/table.js";
import { changeWebhook, createWebhook, removeWebhook } from "./handlers/webhooks.js";
import { idText } from "./ids.js";
import { acceptsKey, refuseKey } from "./key-check.js";
import { isBeyondOffset, offsetProblem, readPage } from "./page-request.js";
import { matching, order, pageAnswer, slice } from "./paging.js";
import { errorView, requestIds } from "./respond.js";
import { tlsVersions } from "./server.js";
import { batchView } from "./views/batch.js";
import { carrierOptionView, carrierView } from "./views/carrier.js";
import { labelView } from "./views/label.js";
import { purchaseOrderView } from "./views/purchase-order.js";
import { reportItemView, reportLines, reportText } from "./views/report.js";
import { shipmentView } from "./views/shipment.js";
import { warehouseView } from "./views/warehouse.js";
import { webhookView } from "./views/webhook.js";

/** What the service does without faults and habits. */
export const usual: Behaviours = {
  tlsVersions,
  plainHttp: () => null,
  compresses: () => false,
  basePath: () => "",
  serves: () => true,
  methodsOf,
  wrongMethod,

  acceptsKey,
  refuseKey,

  readQuery,
  handle: (call) => handlerOf(call.operation)(call),
  readBody: (body) => parseBody(body),
  find: findRecord,
  href: ({ incoming }, path) => incoming.origin + path,

  errorView,
  refusal: (_problem, answer) => answer,
  requestIds,
  say: (json) => json,
  write: (written) => written,

  reads,
  instant: (_asked, name, text) => readDate(name, text),
  condition: (_asked, condition) => condition,
  combine,
  readPage,
  isBeyondOffset,
  offsetProblem,
  matching,
  slice,
  order,
  total,
  pages,
  linkPages,
  linkQuery,
  links,
  envelope,
  pageAnswer,

  shipmentView,
  labelView,
  batchView,
  carrierView,
  carrierOptionView,
  warehouseView,
  webhookView,
  purchaseOrderView,
  reportItemView,
  reportLines,
  reportText,

  idText,
  cancelShipment: markCancelled,
  tagShipment: setTags,
  mostUsersPerCall: () => USER_LIMIT,
  voidLabel: markVoided,
  webhookId: ({ ids }) => ids.next("webhook"),
  createWebhook,
  changeWebhook,
  removeWebhook,
  mayEditOrder,
  mayChangeShipping,
  shippingDetails,
  editOrder: setFields,
  hasSummary,

  receivers,
  deliveryHeaders,
  deliveryText,
  reportPayload,
};
