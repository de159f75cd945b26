// Made by scripts/generate.mjs from schemas/. Do not edit.

export type ComplianceGeneration = ("v1" | "v2")
/**
 * must: said plainly. should: a fair reader could disagree. open: left open, only observed.
 */
export type ComplianceLevel = ("must" | "should" | "open")
/**
 * waived: a breach listed as expected. stale: listed as expected, but no longer there.
 */
export type ComplianceRuleVerdict = ("conforms" | "violates" | "warns" | "inconclusive" | "not-applicable" | "observed" | "waived" | "stale")
/**
 * A time as ISO 8601 writes it; zone, fraction and form are free.
 */
export type Timestamp = string
/**
 * A page of labels.
 */
export type Labels = (Paging & {
/**
 * The items of this page.
 */
labels: Label[]
[k: string]: unknown
})
/**
 * The first row of an adjustment report: its 25 column names.
 * 
 * @minItems 25
 * @maxItems 25
 */
export type ReportHeader = ("CarrierID" | "ShipmentID" | "AdjustmentType" | "AdjustmentID" | "TransactionID" | "ExternalShipmentID" | "TrackingNumber" | "ReasonCode" | "AdjustmentAmount" | "AdjustmentDate" | "DisputeStatus" | "DisputeCreatedAt" | "DisputeUpdatedAt" | "ActualTrackingNumber" | "ActualService" | "ActualPackage" | "ActualWeight" | "ActualLength" | "ActualWidth" | "ActualHeight" | "ActualOriginZip" | "ActualToZip" | "ActualCountry" | "ActualZone" | "ActualInternationalZone")[]
/**
 * A page of adjustment reports.
 */
export type Reports = (Paging & {
/**
 * The items of this page.
 */
reports: ReportItem[]
[k: string]: unknown
})
/**
 * A page of shipments.
 */
export type Shipments = (Paging & {
/**
 * The items of this page.
 */
shipments: ShipmentInList[]
[k: string]: unknown
})
/**
 * A list of labels; all but the envelope and the states is open.
 */
export type V2Labels = Page
/**
 * A list of shipments; all but the envelope and the states is open.
 */
export type V2Shipments = Page
/**
 * All webhooks of v2.
 */
export type Webhooks = Webhook[]

/**
 * The type that each schema of the contract describes, by schema id.
 */
export interface Schemas {
"results/compliance": Compliance
"shared/address": Address
"shared/error-if-claimed": ErrorIfClaimed
"shared/error-item": ErrorItem
"shared/error": ErrorBody
"shared/link-target": LinkTarget
"shared/money": Money
"shared/paging-link": PagingLink
"shared/paging-shape": PagingShape
"shared/paging": Paging
"shared/timestamp": Timestamp
"v1/advanced-options": AdvancedOptions
"v1/batch-errors": BatchErrors
"v1/batch": Batch
"v1/batches": Batches
"v1/carrier-option": CarrierOption
"v1/carrier-options": CarrierOptions
"v1/carrier-service": CarrierService
"v1/carrier-services": CarrierServices
"v1/label-download": LabelDownload
"v1/label": Label
"v1/labels": Labels
"v1/package-in-list": PackageInList
"v1/package": Package
"v1/rate-detail": RateDetail
"v1/report-complete": ReportComplete
"v1/report-header": ReportHeader
"v1/report-item": ReportItem
"v1/reports": Reports
"v1/sender-address": Address
"v1/shipment-address": Address
"v1/shipment-in-list": ShipmentInList
"v1/shipment": Shipment
"v1/shipments": Shipments
"v1/warehouse-update": WarehouseUpdate
"v1/webhook-create": V1WebhookCreation
"v2/label": V2Label
"v2/labels": V2Labels
"v2/page": Page
"v2/purchase-order": PurchaseOrder
"v2/purchase-orders": PurchaseOrders
"v2/shipment": V2Shipment
"v2/shipments": V2Shipments
"v2/webhook-create": WebhookCreation
"v2/webhook-update": WebhookUpdate
"v2/webhook": Webhook
"v2/webhooks": Webhooks
}
/**
 * The result of one run: the verdict on a target, rule by rule, with evidence. Holds no secret.
 */
export interface Compliance {
/**
 * violates: something is broken. incomplete: nothing is broken, but a must rule in scope could not be judged. conforms: every must rule in scope was judged and holds.
 */
verdict: ("conforms" | "violates" | "incomplete")
certificate: ComplianceCertificate
counts: ComplianceCounts
run: ComplianceRun
target: ComplianceTarget
rules: ComplianceRule[]
observations: ComplianceObservation[]
operations: ComplianceOperation[]
instability: ComplianceTally
defects: ComplianceDefect[]
leftovers: ComplianceLeftover[]
[k: string]: unknown
}
/**
 * Granted when every must rule in scope that can be seen from outside conforms.
 */
export interface ComplianceCertificate {
granted: boolean
missing: {
/**
 * Null when it is about the whole run.
 */
rule: (string | null)
why: string
[k: string]: unknown
}[]
[k: string]: unknown
}
export interface ComplianceCounts {
rules: number
verdicts: ComplianceVerdictCounts
levels: {
must: ComplianceVerdictCounts
should: ComplianceVerdictCounts
open: ComplianceVerdictCounts
[k: string]: unknown
}
[k: string]: unknown
}
/**
 * Number of rules by verdict; every verdict is listed, zero included.
 */
export interface ComplianceVerdictCounts {
[k: string]: number
}
/**
 * What is needed to make the same run again.
 */
export interface ComplianceRun {
version: string
seed: number
effort: ("quick" | "standard" | "thorough")
requests: number
seconds: number
startedAt: string
generations: ComplianceGeneration[]
/**
 * Last month of the v2 release history in scope; null for all.
 */
edition: (string | null)
writes: ("none" | "own" | "fixtures")
/**
 * Rule glob that narrowed the run, or null.
 */
only: (string | null)
strict: boolean
complete: boolean
/**
 * What limited the scope of this run, one sentence each.
 */
notes: string[]
[k: string]: unknown
}
export interface ComplianceTarget {
/**
 * Base URL without user, password, query or fragment.
 */
url: string
/**
 * True for the embedded reference service.
 */
embedded: boolean
requestIdHeader: string
[k: string]: unknown
}
export interface ComplianceRule {
id: string
level: ComplianceLevel
section: string
generation: ("v1" | "v2" | "both")
statement: string
verdict: ComplianceRuleVerdict
reason: string
/**
 * Of an inconclusive rule: what would settle it.
 */
settle?: string
evidence: ComplianceTally
checks: string[]
/**
 * All findings, equal ones included.
 */
breaches: number
/**
 * Distinct findings, the clearest first, bounded in number.
 */
findings: ComplianceFinding[]
/**
 * Distinct findings beyond those in `findings`.
 */
unlisted: number
[k: string]: unknown
}
/**
 * Name to count, names in alphabetical order.
 */
export interface ComplianceTally {
[k: string]: number
}
export interface ComplianceFinding {
rule: string
/**
 * Method, path and query in one line.
 */
request: string
operation: (string | null)
documented: string
received: string
/**
 * JSON Pointer into the body of the answer.
 */
pointer?: string
/**
 * Positions in the journal, from 0.
 */
exchanges: number[]
smallest?: string
replay?: {
seed: number
path: string
[k: string]: unknown
}
/**
 * True when it did not come back on unchanged data.
 */
intermittent?: boolean
/**
 * How many equal findings this one stands for.
 */
count: number
sample?: ComplianceSample
[k: string]: unknown
}
/**
 * One exchange that shows the finding, cut to the part that matters; secrets removed.
 */
export interface ComplianceSample {
/**
 * Position in the journal, from 0.
 */
exchange: number
requestLine: string
/**
 * Command line; the key is taken from $PLIMSOLL_API_KEY.
 */
curl: string
requestBody: (string | null)
/**
 * Null when no answer came.
 */
status: (number | null)
contentType: (string | null)
/**
 * Value of the request-id header.
 */
requestId: (string | null)
/**
 * JSON Pointer of the part of the body that is shown.
 */
at: string
/**
 * The part of the body, or why there is none.
 */
body: string
[k: string]: unknown
}
export interface ComplianceObservation {
rule: string
text: string
[k: string]: unknown
}
export interface ComplianceOperation {
id: string
method: string
path: string
statuses: ComplianceTally
[k: string]: unknown
}
/**
 * An error of the suite itself; never counted against the target.
 */
export interface ComplianceDefect {
/**
 * Null when it concerns no single rule.
 */
rule: (string | null)
check: (string | null)
message: string
[k: string]: unknown
}
/**
 * Something the run created and could not remove.
 */
export interface ComplianceLeftover {
what: string
why: string
[k: string]: unknown
}
/**
 * A postal address.
 */
export interface Address {
/**
 * Person or contact.
 */
name: string
/**
 * Company; on senders, returns and warehouses.
 */
company_name?: (string | null)
/**
 * Phone number.
 */
phone: string
/**
 * Mail address; only on some.
 */
email?: (string | null)
/**
 * Street and number.
 */
address_line1: string
/**
 * Second line; absent, null and empty all mean none.
 */
address_line2?: (string | null)
/**
 * Town.
 */
city_locality: string
/**
 * State or province.
 */
state_province: string
/**
 * Postal code.
 */
postal_code: string
/**
 * Country in two letters of either case.
 */
country_code: string
/**
 * Whether someone lives there.
 */
address_residential_indicator?: ("yes" | "no")
[k: string]: unknown
}
/**
 * Body of a refusal whose shape is open; one that has errors is held to the error form.
 */
export interface ErrorIfClaimed {
[k: string]: unknown
}
/**
 * One thing that is wrong.
 */
export interface ErrorItem {
/**
 * Who found it: carrier, order_source or the service itself.
 */
error_source: string
/**
 * Kind of error.
 */
error_type: ("account_status" | "business_rules" | "validation" | "security" | "system" | "integrations")
/**
 * The error in one word.
 */
error_code: ("auto_fund_not_supported" | "batch_cannot_be_modified" | "carrier_conflict" | "carrier_disconnected" | "carrier_not_connected" | "carrier_not_supported" | "confirmation_not_supported" | "default_warehouse_cannot_be_deleted" | "field_conflict" | "field_value_required" | "forbidden" | "identifier_conflict" | "identifiers_must_match" | "insufficient_funds" | "invalid_address" | "invalid_billing_plan" | "invalid_field_value" | "invalid_identifier" | "invalid_status" | "invalid_string_length" | "label_images_not_supported" | "meter_failure" | "order_source_not_active" | "rate_limit_exceeded" | "refresh_not_supported" | "request_body_required" | "return_label_not_supported" | "settings_not_supported" | "subscription_inactive" | "terms_not_accepted" | "tracking_not_supported" | "trial_expired" | "unauthorized" | "unknown" | "unspecified" | "verification_failure" | "warehouse_conflict" | "webhook_event_type_conflict" | "customs_items_required" | "incompatible_paired_labels" | "invalid_charge_event" | "invalid_object" | "no_rates_returned")
/**
 * The error in words for people.
 */
message: string
/**
 * The wrong field; only on validation errors.
 */
field_name?: (string | null)
/**
 * The wrong value; only on validation errors.
 */
field_value?: (string | null)
[k: string]: unknown
}
/**
 * What the service answers when a request is refused.
 */
export interface ErrorBody {
/**
 * Names the request, for support.
 */
request_id: string
/**
 * All that is wrong.
 * 
 * @minItems 1
 */
errors: ErrorItem[]
[k: string]: unknown
}
/**
 * An address, wrapped in an object.
 */
export interface LinkTarget {
/**
 * The address, absolute or relative.
 */
href: string
[k: string]: unknown
}
/**
 * An amount in a currency.
 */
export interface Money {
/**
 * Code of the currency; letter case is free.
 */
currency: string
/**
 * How much.
 */
amount: number
[k: string]: unknown
}
/**
 * A page of the same list, or an empty object where there is none.
 */
export interface PagingLink {
/**
 * Address of that page, absolute or relative.
 */
href?: string
[k: string]: unknown
}
/**
 * Types of the members that describe a page; whoever refers to it says which must be there.
 */
export interface PagingShape {
/**
 * Number of items that match.
 */
total?: number
/**
 * Number of this page.
 */
page?: number
/**
 * Number of pages.
 */
pages?: number
/**
 * The pages around this one.
 */
links?: {
first?: PagingLink
last?: PagingLink
prev?: PagingLink
next?: PagingLink
[k: string]: unknown
}
[k: string]: unknown
}
/**
 * The members that describe a page of a list.
 */
export interface Paging {
/**
 * Number of items that match.
 */
total: number
/**
 * Number of this page.
 */
page: number
/**
 * Number of pages.
 */
pages: number
/**
 * The pages around this one.
 */
links: {
first: PagingLink
last: PagingLink
prev: PagingLink
next: PagingLink
[k: string]: unknown
}
[k: string]: unknown
}
/**
 * Options of a shipment that not every carrier knows.
 */
export interface AdvancedOptions {
/**
 * Account that pays the carrier.
 */
bill_to_account: (string | null)
/**
 * Country of that account.
 */
bill_to_country_code: (string | null)
/**
 * Who pays the carrier.
 */
bill_to_party: (string | null)
/**
 * Postal code of that account.
 */
bill_to_postal_code: (string | null)
/**
 * Whether there is alcohol inside.
 */
contains_alcohol: boolean
/**
 * Free text.
 */
custom_field1: (string | null)
/**
 * Free text.
 */
custom_field2: (string | null)
/**
 * Free text.
 */
custom_field3: (string | null)
/**
 * Whether machines cannot sort it.
 */
non_machinable: boolean
/**
 * Whether it may come on a Saturday.
 */
saturday_delivery: boolean
[k: string]: unknown
}
/**
 * The errors of a batch; the items are open.
 */
export interface BatchErrors {
[k: string]: unknown
}
/**
 * A batch as the by-id form shows it.
 */
export interface Batch {
/**
 * Names the batch.
 */
batch_id: string
/**
 * How the client calls it.
 */
external_batch_id: (string | null)
/**
 * Notes of the client.
 */
batch_notes: (string | null)
created_at: Timestamp
/**
 * Number of errors.
 */
errors: number
/**
 * Number of warnings.
 */
warnings: number
/**
 * Number of labels made.
 */
completed: number
/**
 * Number of forms.
 */
forms: number
/**
 * Number of shipments.
 */
count: number
/**
 * Paper of the labels.
 */
label_layout: (string | null)
/**
 * File format of the labels.
 */
label_format: (string | null)
batch_shipments_url: LinkTarget
batch_labels_url: LinkTarget
batch_errors_url: LinkTarget
/**
 * Its labels as files.
 */
label_download: ({
/**
 * Address of the files.
 */
href?: string
[k: string]: unknown
} | null)
/**
 * Its forms as files.
 */
form_download: ({
/**
 * Address of the files.
 */
href?: string
[k: string]: unknown
} | null)
/**
 * Where it stands; open and archived are known, further states are open.
 */
status: string
[k: string]: unknown
}
/**
 * A list of batches; its items are open.
 */
export interface Batches {
[k: string]: unknown
}
/**
 * An advanced option of a carrier.
 */
export interface CarrierOption {
/**
 * Names the option.
 */
name: string
/**
 * Value when none is given; booleans as text.
 */
default_value?: (string | null)
/**
 * Explains it; may be empty.
 */
description: string
[k: string]: unknown
}
/**
 * The advanced options of a carrier.
 */
export interface CarrierOptions {
/**
 * All that the carrier has.
 */
options: CarrierOption[]
[k: string]: unknown
}
/**
 * A service of a carrier.
 */
export interface CarrierService {
/**
 * Carrier account.
 */
carrier_id: string
/**
 * Carrier, as a code.
 */
carrier_code: string
/**
 * Names the service.
 */
service_code: string
/**
 * Name for people.
 */
name: string
/**
 * Whether it serves the home country.
 */
domestic: boolean
/**
 * Whether it serves other countries.
 */
international: boolean
/**
 * Whether a shipment may have several packages.
 */
is_multi_package_supported: boolean
[k: string]: unknown
}
/**
 * The services of a carrier.
 */
export interface CarrierServices {
/**
 * All that the carrier has.
 */
services: CarrierService[]
[k: string]: unknown
}
/**
 * Where the files of a completed label are.
 */
export interface LabelDownload {
/**
 * Address of the PDF.
 */
pdf: string
/**
 * Address of the PNG image.
 */
png: string
/**
 * Address of the ZPL file.
 */
zpl: string
/**
 * Address in the label's own format.
 */
href: string
[k: string]: unknown
}
/**
 * A label as lists show it.
 */
export interface Label {
/**
 * Names the label.
 */
label_id: string
/**
 * Where it stands.
 */
status: ("processing" | "completed" | "error" | "voided")
/**
 * The shipment that it is for.
 */
shipment_id: string
ship_date: Timestamp
created_at: Timestamp
shipment_cost: Money
insurance_cost: Money
/**
 * What the price is made of.
 */
rate_details: RateDetail[]
/**
 * What the carrier tracks it by.
 */
tracking_number: (string | null)
/**
 * Whether it brings a parcel back.
 */
is_return_label: boolean
/**
 * Whether it crosses a border.
 */
is_international: boolean
/**
 * Whether it was voided.
 */
voided: boolean
/**
 * Whether it can be tracked.
 */
trackable: boolean
/**
 * Batch that it was bought in; empty when none.
 */
batch_id: string
/**
 * Carrier account.
 */
carrier_id: string
/**
 * Service.
 */
service_code: string
/**
 * Kind of package.
 */
package_code: string
/**
 * Carrier, as a code.
 */
carrier_code: string
/**
 * When it was voided, or null.
 */
voided_at: (string | null)
/**
 * File format.
 */
label_format: string
/**
 * Paper.
 */
label_layout: string
/**
 * What tracking last said.
 */
tracking_status: string
/**
 * Where its files are; open unless the label is completed.
 */
label_download?: {
[k: string]: unknown
}
/**
 * Where its form is.
 */
form_download: ({
[k: string]: unknown
} | null)
/**
 * Claim on the insurance.
 */
insurance_claim: ({
[k: string]: unknown
} | null)
[k: string]: unknown
}
/**
 * One part of what a label costs.
 */
export interface RateDetail {
/**
 * Kind of charge.
 */
rate_detail_type: string
/**
 * The carrier's words for it.
 */
carrier_description: (string | null)
/**
 * The carrier's code for it.
 */
carrier_billing_code: string
/**
 * The carrier's note.
 */
carrier_memo: (string | null)
amount: Money
/**
 * Who bills it.
 */
billing_source: string
[k: string]: unknown
}
/**
 * A package of a shipment, as lists show it.
 */
export interface PackageInList {
/**
 * Kind of package.
 */
package_code?: (string | null)
/**
 * How heavy it is.
 */
weight: {
/**
 * How heavy.
 */
value: number
/**
 * Unit of measurement.
 */
units: string
[k: string]: unknown
}
/**
 * How large it is.
 */
dimensions: {
/**
 * How long.
 */
length: number
/**
 * How wide.
 */
width: number
/**
 * How high.
 */
height: number
/**
 * Unit of measurement.
 */
units: string
[k: string]: unknown
}
insured_value: Money
/**
 * Free text on the label.
 */
label_messages?: ({
/**
 * Free text.
 */
reference1: (string | null)
/**
 * Free text.
 */
reference2: (string | null)
/**
 * Free text.
 */
reference3: (string | null)
[k: string]: unknown
} | null)
[k: string]: unknown
}
/**
 * A package of a shipment, as the by-id form shows it.
 */
export interface Package {
/**
 * Kind of package.
 */
package_code: string
/**
 * How heavy it is.
 */
weight: {
/**
 * How heavy.
 */
value: number
/**
 * Unit of measurement.
 */
unit: string
[k: string]: unknown
}
/**
 * How large it is.
 */
dimensions: {
/**
 * How long.
 */
length: number
/**
 * How wide.
 */
width: number
/**
 * How high.
 */
height: number
/**
 * Unit of measurement.
 */
unit: string
[k: string]: unknown
}
insured_value: Money
/**
 * Free text on the label.
 */
label_messages: {
/**
 * Free text.
 */
reference1: (string | null)
/**
 * Free text.
 */
reference2: (string | null)
/**
 * Free text.
 */
reference3: (string | null)
[k: string]: unknown
}
[k: string]: unknown
}
/**
 * What a webhook receives when a report is ready.
 */
export interface ReportComplete {
/**
 * Address of the report.
 */
resource_url: string
/**
 * What the delivery is about.
 */
resource_type: "API_REPORT_COMPLETE"
/**
 * What it says of the report.
 */
data: {
/**
 * Kind of report.
 */
report_type: string
created_at: Timestamp
report_url: LinkTarget
[k: string]: unknown
}
[k: string]: unknown
}
/**
 * An adjustment report as the list shows it.
 */
export interface ReportItem {
/**
 * Names the report.
 */
report_id: string
/**
 * When it was made, with an offset or Z.
 */
created_at: string
report_download: LinkTarget
[k: string]: unknown
}
/**
 * A shipment as lists show it.
 */
export interface ShipmentInList {
/**
 * Names the shipment.
 */
shipment_id: string
/**
 * The chosen carrier; empty when there is none.
 */
carrier_id: string
/**
 * The chosen service; absent when there is none.
 */
service_code?: (string | null)
/**
 * How the client calls it.
 */
external_shipment_id?: (string | null)
ship_date: Timestamp
created_at: Timestamp
modified_at: Timestamp
/**
 * Where it stands.
 */
shipment_status: ("pending" | "processing" | "label_purchased" | "cancelled")
ship_to: Address
ship_from: Address
/**
 * Warehouse that it leaves from.
 */
warehouse_id: (string | null)
return_to: Address
/**
 * How delivery is confirmed.
 */
confirmation: string
advanced_options: AdvancedOptions
/**
 * Who insures it; may be empty.
 */
insurance_provider: string
/**
 * Marks of the client.
 */
tags: {
/**
 * Name of the tag.
 */
name: string
[k: string]: unknown
}[]
/**
 * Weight of all packages.
 */
total_weight: ({
[k: string]: unknown
} & {
/**
 * How heavy.
 */
value: number
/**
 * Unit of measurement, as lists spell it.
 */
units?: string
/**
 * Unit of measurement, as the by-id form spells it.
 */
unit?: string
[k: string]: unknown
})
/**
 * What is sent.
 */
packages: PackageInList[]
[k: string]: unknown
}
/**
 * A shipment as the by-id form shows it.
 */
export interface Shipment {
/**
 * Names the shipment.
 */
shipment_id: string
/**
 * The chosen carrier; empty when there is none.
 */
carrier_id: string
/**
 * The chosen service; absent when there is none.
 */
service_code?: (string | null)
/**
 * How the client calls it.
 */
external_shipment_id?: (string | null)
ship_date: Timestamp
created_at: Timestamp
modified_at: Timestamp
/**
 * Where it stands.
 */
shipment_status: ("pending" | "processing" | "label_purchased" | "cancelled")
ship_to: Address
ship_from: Address
/**
 * Warehouse that it leaves from.
 */
warehouse_id: (string | null)
return_to: Address
/**
 * How delivery is confirmed.
 */
confirmation: string
advanced_options: AdvancedOptions
/**
 * Who insures it; may be empty.
 */
insurance_provider: string
/**
 * Marks of the client.
 */
tags: {
/**
 * Name of the tag.
 */
name: string
[k: string]: unknown
}[]
/**
 * Weight of all packages.
 */
total_weight: ({
[k: string]: unknown
} & {
/**
 * How heavy.
 */
value: number
/**
 * Unit of measurement, as lists spell it.
 */
units?: string
/**
 * Unit of measurement, as the by-id form spells it.
 */
unit?: string
[k: string]: unknown
})
/**
 * What is sent.
 */
packages: Package[]
[k: string]: unknown
}
/**
 * Body that changes a warehouse; whether it needs warehouse_id is open.
 */
export interface WarehouseUpdate {
/**
 * Names the warehouse.
 */
warehouse_id?: string
/**
 * Name for people.
 */
name: string
origin_address: Address
return_address: Address
[k: string]: unknown
}
/**
 * Body that registers a webhook of v1.
 */
export interface V1WebhookCreation {
/**
 * Where events are sent.
 */
url: string
/**
 * Which event is sent, such as report_complete.
 */
event: string
[k: string]: unknown
}
/**
 * A label in v2; all but its state is open.
 */
export interface V2Label {
[k: string]: unknown
}
/**
 * A paged list of v2; its items are open.
 */
export interface Page {
[k: string]: unknown
}
/**
 * A purchase order; all but its state is open, and so is the name of that member.
 */
export interface PurchaseOrder {
[k: string]: unknown
}
/**
 * A list of purchase orders; the shape is open, the states are looked for where the items most likely are.
 */
export interface PurchaseOrders {
[k: string]: unknown
}
/**
 * A shipment in v2; all but its state is open.
 */
export interface V2Shipment {
[k: string]: unknown
}
/**
 * Body that registers a webhook; which members are required is open.
 */
export interface WebhookCreation {
/**
 * Name for people.
 */
name?: string
/**
 * Which events are sent.
 */
event?: string
/**
 * Where events are sent.
 */
url?: string
/**
 * Headers to send along.
 */
headers?: {
/**
 * Name of the header.
 */
key: string
/**
 * Value of the header.
 */
value: string
[k: string]: unknown
}[]
/**
 * Store that it belongs to.
 */
store_id?: number
[k: string]: unknown
}
/**
 * Body that changes a webhook; the event cannot be changed.
 */
export interface WebhookUpdate {
/**
 * Name for people.
 */
name?: string
/**
 * Where events are sent.
 */
url?: string
/**
 * Headers to send along.
 */
headers?: {
/**
 * Name of the header.
 */
key: string
/**
 * Value of the header.
 */
value: string
[k: string]: unknown
}[]
[k: string]: unknown
}
/**
 * A webhook of v2.
 */
export interface Webhook {
/**
 * Names the webhook.
 */
webhook_id: string
/**
 * Where events are sent.
 */
url: string
/**
 * Which events are sent.
 */
event: string
/**
 * Headers to send along.
 */
headers?: ({
/**
 * Name of the header.
 */
key: string
/**
 * Value of the header.
 */
value: string
[k: string]: unknown
}[] | null)
/**
 * Name for people.
 */
name: string
/**
 * Store that it belongs to; null or absent when none.
 */
store_id?: (number | null)
[k: string]: unknown
}

/** Path of a schema below schemas/, without its ending. */
export type SchemaId = keyof Schemas;

/** An operation of the contract. */
export type OperationId =
  | "v1ListAdjustmentReports"
  | "v1GetAdjustmentReport"
  | "v1ListWebhooks"
  | "v1CreateWebhook"
  | "v1DeleteWebhook"
  | "v1ListShipments"
  | "v1GetShipment"
  | "v1UpdateWarehouse"
  | "v1ListCarriers"
  | "v1ListCarrierServices"
  | "v1ListCarrierOptions"
  | "v1ListBatches"
  | "v1GetBatch"
  | "v1ArchiveBatch"
  | "v1ListBatchErrors"
  | "v1ListLabels"
  | "v1CreateLabel"
  | "v1VoidLabel"
  | "v1DownloadFile"
  | "v2ListAccountSettings"
  | "v2ListAccountImages"
  | "v2CreateAccountImage"
  | "v2GetAccountImage"
  | "v2UpdateAccountImage"
  | "v2DeleteAccountImage"
  | "v2ValidateAddress"
  | "v2ListBatches"
  | "v2CreateBatch"
  | "v2GetBatchByExternalId"
  | "v2GetBatch"
  | "v2UpdateBatch"
  | "v2ArchiveBatch"
  | "v2AddToBatch"
  | "v2RemoveFromBatch"
  | "v2ListBatchErrors"
  | "v2ProcessBatchLabels"
  | "v2AssignBatchUser"
  | "v2UnassignBatchUser"
  | "v2ListCarriers"
  | "v2GetCarrier"
  | "v2DisconnectCarrier"
  | "v2AddCarrierFunds"
  | "v2ListCarrierOptions"
  | "v2ListCarrierPackages"
  | "v2ListCarrierServices"
  | "v2ListPurchaseOrders"
  | "v2CreatePurchaseOrder"
  | "v2GetPurchaseOrder"
  | "v2UpdatePurchaseOrder"
  | "v2UpdatePurchaseOrderShippingDetails"
  | "v2UpdatePurchaseOrderStatus"
  | "v2CreatePurchaseOrderReceipt"
  | "v2GetPurchaseOrderOrderSummary"
  | "v2GetPurchaseOrderReceivedSummary"
  | "v2ListSuppliers"
  | "v2CreateSupplier"
  | "v2GetSupplier"
  | "v2UpdateSupplier"
  | "v2CreateRates"
  | "v2CreateBulkRates"
  | "v2EstimateRates"
  | "v2GetRate"
  | "v2ListServicePoints"
  | "v2GetServicePoint"
  | "v2ListShipments"
  | "v2CreateShipments"
  | "v2AssignShipmentsUser"
  | "v2GetShipmentByExternalId"
  | "v2GetShipment"
  | "v2UpdateShipment"
  | "v2CancelShipment"
  | "v2ListShipmentRates"
  | "v2AddShipmentTag"
  | "v2RemoveShipmentTag"
  | "v2ListShipmentDocuments"
  | "v2CreateShipmentDocument"
  | "v2DeleteShipmentDocument"
  | "v2ListShipmentLabels"
  | "v2ListLabels"
  | "v2CreateLabel"
  | "v2CreateLabelFromRate"
  | "v2CreateLabelFromShipment"
  | "v2GetLabel"
  | "v2CreateReturnLabel"
  | "v2TrackLabel"
  | "v2VoidLabel"
  | "v2ListLabelDocuments"
  | "v2CreateLabelDocument"
  | "v2DeleteLabelDocument"
  | "v2SendLabelDocuments"
  | "v2DownloadDocument"
  | "v2DownloadFile"
  | "v2ListManifests"
  | "v2CreateManifest"
  | "v2GetManifest"
  | "v2ListPickups"
  | "v2CreatePickup"
  | "v2GetPickup"
  | "v2DeletePickup"
  | "v2ListPackages"
  | "v2CreatePackage"
  | "v2GetPackage"
  | "v2UpdatePackage"
  | "v2DeletePackage"
  | "v2ListTags"
  | "v2CreateTag"
  | "v2StopTracking"
  | "v2ListWarehouses"
  | "v2GetWarehouse"
  | "v2ListInventory"
  | "v2UpdateInventory"
  | "v2ListInventoryWarehouses"
  | "v2CreateInventoryWarehouse"
  | "v2GetInventoryWarehouse"
  | "v2UpdateInventoryWarehouse"
  | "v2DeleteInventoryWarehouse"
  | "v2ListInventoryLocations"
  | "v2CreateInventoryLocation"
  | "v2GetInventoryLocation"
  | "v2UpdateInventoryLocation"
  | "v2DeleteInventoryLocation"
  | "v2ListFulfillments"
  | "v2CreateFulfillment"
  | "v2ListTotes"
  | "v2CreateTotes"
  | "v2ListToteQuantities"
  | "v2GetTote"
  | "v2UpdateTote"
  | "v2DeleteTote"
  | "v2GetProduct"
  | "v2CreateProduct"
  | "v2UpdateProduct"
  | "v2DeactivateProduct"
  | "v2CreateStamps"
  | "v2CreateMailLabels"
  | "v2CreateEnvelope"
  | "v2ListCheckoutRateConfigs"
  | "v2CreateCheckoutRateConfig"
  | "v2GetCheckoutRateConfig"
  | "v2CreateCheckoutRateOption"
  | "v2GetCheckoutRateOption"
  | "v2UpdateCheckoutRateOption"
  | "v2DeleteCheckoutRateOption"
  | "v2CreateCheckoutRateQuote"
  | "v2GetCheckoutRateQuote"
  | "v2ListWebhooks"
  | "v2CreateWebhook"
  | "v2GetWebhook"
  | "v2UpdateWebhook"
  | "v2DeleteWebhook";

/** A rule of the contract. */
export type RuleId =
  | "auth.key.wrong.v1"
  | "auth.key.wrong.v2"
  | "auth.key.wrong.every-operation.v2"
  | "auth.key.missing"
  | "auth.key.missing.status"
  | "auth.key.empty"
  | "auth.key.query-not-accepted"
  | "auth.header-name.case"
  | "auth.order"
  | "auth.key.expired"
  | "auth.key.scopes"
  | "auth.key.staging"
  | "auth.seller-id"
  | "batch.href.shipments"
  | "batch.href.labels"
  | "batch.href.errors"
  | "batches.open.only"
  | "batches.open.complete"
  | "batches.list.without-status"
  | "batches.list.paging-params"
  | "batches.list.other-status"
  | "batches.list.array-name"
  | "batch.states"
  | "batches.archive.status-204"
  | "batches.archive.by-id"
  | "batches.archive.readable"
  | "batches.archive.leaves-open-listing"
  | "batches.archive.only-that-one"
  | "batches.archive.unknown-id"
  | "batches.archive.unknown-id.status"
  | "batches.archive.again"
  | "batches.archive.delete.v2"
  | "batches.archive.put.v2"
  | "batches.archive.leaves-open-listing.v2"
  | "batches.by-external-id.v2"
  | "batches.v2-payloads"
  | "carriers.services.array"
  | "carriers.options.array"
  | "carriers.services.same-carrier"
  | "carriers.id-from-list"
  | "carriers.options.differ"
  | "carriers.list.shape"
  | "content.response-type"
  | "content.non-json-refused"
  | "content.json-without-type"
  | "content.text-plain"
  | "content.date-params.date-time"
  | "content.date-params.bare-date"
  | "content.date-params.bare-date.zone"
  | "content.timestamp.time-of-day"
  | "content.id-shape"
  | "content.href.form"
  | "content.extra-members"
  | "content.duplicate-members"
  | "error.body.on-400"
  | "error.body.on-404"
  | "error.body.elsewhere"
  | "error.source.constant"
  | "error.request-id.distinct"
  | "error.404.shipment"
  | "error.404.batch"
  | "error.404.batch-errors"
  | "error.404.report"
  | "error.404.carrier-services"
  | "error.404.carrier-options"
  | "error.404.warehouse"
  | "error.404.v2"
  | "error.404.malformed-id"
  | "error.code.by-condition"
  | "events.report-complete.emitted"
  | "events.report-complete.json"
  | "events.report-complete.resource_url"
  | "events.report-complete.resource_type"
  | "events.report-complete.data.report_type"
  | "events.report-complete.data.created_at"
  | "events.report-complete.data.report_url.href"
  | "events.report-complete.leads-to-report"
  | "events.report-complete.same-address"
  | "events.report-complete.only-registered"
  | "events.batch.delivered"
  | "events.custom-headers"
  | "events.values.nonsense"
  | "events.values"
  | "events.payloads"
  | "events.delivery-headers"
  | "events.retries"
  | "events.ordering"
  | "events.signing"
  | "money.field.currency"
  | "money.field.amount"
  | "address.field.name"
  | "address.field.company_name"
  | "address.field.company_name.present"
  | "address.field.phone"
  | "address.field.email"
  | "address.field.email.null"
  | "address.field.address_line1"
  | "address.field.address_line2"
  | "address.field.city_locality"
  | "address.field.state_province"
  | "address.field.postal_code"
  | "address.field.country_code"
  | "address.field.address_residential_indicator"
  | "address.field.address_residential_indicator.present"
  | "paging.field.links.first"
  | "paging.field.links.last"
  | "paging.field.links.prev"
  | "paging.field.links.next"
  | "paging.field.total"
  | "paging.field.page"
  | "paging.field.pages"
  | "paging.field.links"
  | "shipment.field.advanced_options.bill_to_account"
  | "shipment.field.advanced_options.bill_to_country_code"
  | "shipment.field.advanced_options.bill_to_party"
  | "shipment.field.advanced_options.bill_to_postal_code"
  | "shipment.field.advanced_options.contains_alcohol"
  | "shipment.field.advanced_options.custom_field1"
  | "shipment.field.advanced_options.custom_field2"
  | "shipment.field.advanced_options.custom_field3"
  | "shipment.field.advanced_options.non_machinable"
  | "shipment.field.advanced_options.saturday_delivery"
  | "shipment.field.packages.package_code"
  | "shipment.field.packages.weight.value"
  | "shipment.field.packages.weight.units"
  | "shipment.field.packages.weight"
  | "shipment.field.packages.weight.alias"
  | "shipment.field.packages.dimensions.length"
  | "shipment.field.packages.dimensions.width"
  | "shipment.field.packages.dimensions.height"
  | "shipment.field.packages.dimensions.units"
  | "shipment.field.packages.dimensions"
  | "shipment.field.packages.dimensions.alias"
  | "shipment.field.packages.insured_value"
  | "shipment.field.packages.label_messages"
  | "shipment.field.packages.label_messages.reference1"
  | "shipment.field.packages.label_messages.reference2"
  | "shipment.field.packages.label_messages.reference3"
  | "shipment.field.packages.package_code.null"
  | "shipment.field.packages.label_messages.null"
  | "shipment.field.packages.weight.unit"
  | "shipment.field.packages.dimensions.unit"
  | "shipment.body"
  | "shipment.field.shipment_id"
  | "shipment.field.carrier_id"
  | "shipment.field.service_code"
  | "shipment.field.service_code.present"
  | "shipment.field.external_shipment_id"
  | "shipment.field.external_shipment_id.present"
  | "shipment.field.ship_date"
  | "shipment.field.created_at"
  | "shipment.field.modified_at"
  | "shipment.field.shipment_status"
  | "shipment.field.ship_to"
  | "shipment.field.ship_from"
  | "shipment.field.warehouse_id"
  | "shipment.field.return_to"
  | "shipment.field.confirmation"
  | "shipment.field.advanced_options"
  | "shipment.field.insurance_provider"
  | "shipment.field.tags"
  | "shipment.field.tags.name"
  | "shipment.field.total_weight.unit"
  | "shipment.field.total_weight"
  | "shipment.field.total_weight.value"
  | "shipment.field.total_weight.spelling"
  | "shipment.field.packages"
  | "label.field.rate_details.rate_detail_type"
  | "label.field.rate_details.carrier_description"
  | "label.field.rate_details.carrier_billing_code"
  | "label.field.rate_details.carrier_memo"
  | "label.field.rate_details.amount"
  | "label.field.rate_details.billing_source"
  | "label.field.label_download.pdf"
  | "label.field.label_download.png"
  | "label.field.label_download.zpl"
  | "label.field.label_download.href"
  | "label.field.label_id"
  | "label.field.status"
  | "label.field.shipment_id"
  | "label.field.ship_date"
  | "label.field.created_at"
  | "label.field.shipment_cost"
  | "label.field.insurance_cost"
  | "label.field.rate_details"
  | "label.field.tracking_number"
  | "label.field.tracking_number.present"
  | "label.field.is_return_label"
  | "label.field.is_international"
  | "label.field.voided"
  | "label.field.trackable"
  | "label.field.batch_id"
  | "label.field.carrier_id"
  | "label.field.service_code"
  | "label.field.package_code"
  | "label.field.carrier_code"
  | "label.field.voided_at"
  | "label.field.label_format"
  | "label.field.label_layout"
  | "label.field.tracking_status"
  | "label.field.label_download"
  | "label.field.form_download"
  | "label.field.insurance_claim"
  | "batch.body"
  | "batch.field.batch_id"
  | "batch.field.external_batch_id"
  | "batch.field.external_batch_id.null"
  | "batch.field.batch_notes"
  | "batch.field.batch_notes.null"
  | "batch.field.created_at"
  | "batch.field.errors"
  | "batch.field.warnings"
  | "batch.field.completed"
  | "batch.field.forms"
  | "batch.field.count"
  | "batch.field.label_layout"
  | "batch.field.label_format"
  | "batch.field.batch_shipments_url"
  | "batch.field.batch_labels_url"
  | "batch.field.batch_errors_url"
  | "batch.field.label_download"
  | "batch.field.label_download.present"
  | "batch.field.form_download"
  | "batch.field.form_download.present"
  | "batch.field.status"
  | "carrier.service.field.carrier_id"
  | "carrier.service.field.carrier_code"
  | "carrier.service.field.service_code"
  | "carrier.service.field.name"
  | "carrier.service.field.domestic"
  | "carrier.service.field.international"
  | "carrier.service.field.is_multi_package_supported"
  | "carrier.option.field.default_value"
  | "carrier.option.field.default_value.boolean"
  | "carrier.option.field.default_value.present"
  | "carrier.option.field.name"
  | "carrier.option.field.description"
  | "report.field.report_id"
  | "report.field.created_at"
  | "report.field.report_download"
  | "webhook.field.webhook_id"
  | "webhook.field.url"
  | "webhook.field.event"
  | "webhook.field.headers.key"
  | "webhook.field.headers.value"
  | "webhook.field.headers"
  | "webhook.field.headers.present"
  | "webhook.field.name"
  | "webhook.field.store_id"
  | "webhook.body"
  | "error.field.error_source"
  | "error.field.error_type"
  | "error.field.error_code"
  | "error.field.message"
  | "error.field.message.text"
  | "error.field.field_name"
  | "error.field.field_name.null"
  | "error.field.field_value"
  | "error.field.field_value.null"
  | "error.field.field_name.validation-only"
  | "error.field.field_value.validation-only"
  | "error.field.errors"
  | "error.field.request_id"
  | "error.field.request_id.not-nil"
  | "labels.default.page-size"
  | "labels.default.page"
  | "labels.default.sort-dir"
  | "labels.default.sort-by"
  | "labels.default.all"
  | "labels.default.page-size.v2"
  | "labels.slice.asc"
  | "labels.slice.desc"
  | "labels.order.inside"
  | "labels.partition"
  | "labels.page-past-last"
  | "labels.sort-by.modified_at"
  | "labels.sort-by.modified_at.partition"
  | "labels.sort-by.modified_at.order"
  | "labels.total"
  | "labels.filter.label_status"
  | "labels.filter.carrier_id"
  | "labels.filter.service_code"
  | "labels.filter.tracking_number"
  | "labels.filter.batch_id"
  | "labels.filter.warehouse_id"
  | "labels.filter.warehouse_id.items"
  | "labels.filter.created_at_start"
  | "labels.filter.created_at_start.inclusive"
  | "labels.filter.created_at_end"
  | "labels.filter.created_at_end.inclusive"
  | "labels.filter.created_at_end.as-printed"
  | "labels.filter.combined"
  | "labels.filter.unknown-value"
  | "labels.filter.label_status.unknown"
  | "label.voided.consistent"
  | "label.void.flag"
  | "label.states.v2"
  | "label.transitions"
  | "label.shipment-retrievable"
  | "label.download.delivers"
  | "label.download.address"
  | "label.download.incomplete"
  | "label.create.v1"
  | "limits.offset.status"
  | "limits.offset.error-type"
  | "limits.offset.error-code"
  | "limits.offset.field-name"
  | "limits.offset.field-value"
  | "limits.offset.message"
  | "limits.offset.boundary"
  | "limits.offset.page-size-500"
  | "limits.offset.default-page-size"
  | "limits.offset.v2"
  | "limits.offset.other-lists"
  | "limits.users-per-call"
  | "limits.rate"
  | "paging.array-name"
  | "paging.page_size.respected"
  | "paging.total.matches-items"
  | "paging.page.echo"
  | "paging.pages.arithmetic"
  | "paging.links.first"
  | "paging.links.last"
  | "paging.links.prev"
  | "paging.links.prev.empty"
  | "paging.links.next"
  | "paging.links.next.empty"
  | "paging.links.next-equals-page-plus-1"
  | "paging.links.keep-page-size"
  | "paging.links.keep-sort"
  | "paging.links.keep-filters"
  | "paging.envelope.batches"
  | "paging.envelope.batch-errors"
  | "paging.envelope.types.batches"
  | "paging.envelope.consistent.batches"
  | "paging.envelope.v2"
  | "paging.envelope.types.v2"
  | "paging.total.matches-items.v2"
  | "paging.page.echo.v2"
  | "paging.pages.arithmetic.v2"
  | "paging.links.v2"
  | "paging.page_size.respected.v2"
  | "paging.default.sort-dir"
  | "paging.pages.empty"
  | "paging.page.past-last"
  | "paging.odd-values"
  | "paging.page-size-max"
  | "paging.unknown-parameter"
  | "purchase-orders.status.values"
  | "purchase-orders.draft.put-accepted"
  | "purchase-orders.draft.put-applied"
  | "purchase-orders.put-refused"
  | "purchase-orders.put-refused.unchanged"
  | "purchase-orders.shipping-details.open.accepted"
  | "purchase-orders.shipping-details.open.applied"
  | "purchase-orders.shipping-details.open.only-shipping"
  | "purchase-orders.shipping-details.refused-late"
  | "purchase-orders.shipping-details.refused-late.unchanged"
  | "purchase-orders.shipping-details.draft"
  | "purchase-orders.order-summary.available"
  | "purchase-orders.order-summary.pdf"
  | "purchase-orders.order-summary.unavailable"
  | "purchase-orders.received-summary.available"
  | "purchase-orders.received-summary.pdf"
  | "purchase-orders.received-summary.unavailable"
  | "purchase-orders.status.unknown-word"
  | "purchase-orders.status.backwards"
  | "purchase-orders.status.transitions"
  | "purchase-orders.receives.status"
  | "purchase-orders.list.filters"
  | "purchase-orders.record"
  | "reports.default.page-size"
  | "reports.default.page"
  | "reports.default.sort-dir"
  | "reports.default.sort-by"
  | "reports.slice.asc"
  | "reports.slice.desc"
  | "reports.order"
  | "reports.partition"
  | "reports.page-past-last"
  | "reports.sort-by.modified_at"
  | "reports.total"
  | "reports.filter.created_at_start"
  | "reports.filter.created_at_start.inclusive"
  | "reports.filter.created_at_end"
  | "reports.filter.created_at_end.inclusive"
  | "reports.filter.created_at_end.as-printed"
  | "reports.filter.combined"
  | "reports.nightly"
  | "reports.reweigh"
  | "report.download.leads-to-report"
  | "report.csv.readable"
  | "report.csv.columns"
  | "report.csv.names"
  | "report.csv.order"
  | "report.csv.row-width"
  | "report.csv.amount"
  | "report.csv.date-fraction"
  | "report.csv.date-no-zone"
  | "report.csv.unused-empty"
  | "report.csv.no-filler"
  | "report.csv.content-type"
  | "report.csv.values"
  | "request-id.present"
  | "request-id.unique"
  | "request-id.matches-body"
  | "shipments.default.page-size"
  | "shipments.default.page-size.v2"
  | "shipments.default.page"
  | "shipments.default.slice"
  | "shipments.default.sort-dir"
  | "shipments.default.sort-by"
  | "shipments.slice.asc"
  | "shipments.slice.desc"
  | "shipments.sort-by.modified_at"
  | "shipments.order"
  | "shipments.partition"
  | "shipments.page-past-last"
  | "shipments.total"
  | "shipments.filter.shipment_status"
  | "shipments.filter.tag"
  | "shipments.filter.batch_id"
  | "shipments.filter.created_at_start"
  | "shipments.filter.created_at_end"
  | "shipments.filter.modified_at_start"
  | "shipments.filter.modified_at_end"
  | "shipments.filter.bounds"
  | "shipments.filter.combined"
  | "shipments.filter.shipment_status.unknown"
  | "shipments.batch-id-precedence.shipment_status"
  | "shipments.batch-id-precedence.modified_at_start"
  | "shipments.batch-id-precedence.modified_at_end"
  | "shipments.batch-id-precedence.created_at_start"
  | "shipments.batch-id-precedence.created_at_end"
  | "shipments.batch-id-precedence.tag"
  | "shipments.batch-id-precedence.all"
  | "shipments.links.any"
  | "shipments.links.any.follow"
  | "shipment.list-by-id.identity"
  | "shipment.list-by-id.rest"
  | "shipment.states.v2"
  | "shipment.transitions"
  | "shipment.create.v1"
  | "status.documented"
  | "status.redirect"
  | "status.server-error"
  | "status.success-json"
  | "status.204-empty"
  | "status.207-body"
  | "status.207-parts"
  | "status.405-patch"
  | "status.405-no-5xx"
  | "status.invalid-input-no-5xx"
  | "status.409"
  | "status.200-or-201"
  | "status.patch"
  | "status.rate-limited"
  | "transport.tls12-works"
  | "transport.tls10-refused"
  | "transport.ssl3-refused"
  | "transport.tls11"
  | "transport.tls11-refused.v2"
  | "transport.plain-http"
  | "transport.regional-address"
  | "transport.staging-address"
  | "v2.shipments.by-external-id"
  | "v2.shipments.cancel"
  | "v2.shipments.tag-added"
  | "v2.shipments.tag-removed"
  | "v2.rates.roundtrip"
  | "v2.quotes.roundtrip"
  | "v2.payloads"
  | "v2.unlisted"
  | "v2.products.siblings"
  | "v2.shipments.labels-shape"
  | "v2.documents.customs"
  | "versioning.generation-answers"
  | "versioning.other-prefix"
  | "versioning.v2-description"
  | "versioning.incubator"
  | "versioning.history"
  | "versioning.undated"
  | "versioning.deprecation"
  | "warehouses.update.status-204"
  | "warehouses.update.name"
  | "warehouses.update.origin-address"
  | "warehouses.update.return-address"
  | "warehouses.update.restores"
  | "warehouses.update.only-that-one"
  | "warehouses.update.without-residential"
  | "warehouses.update.with-residential"
  | "warehouses.update.wrong-types"
  | "warehouses.update.id-in-body"
  | "warehouses.record"
  | "webhooks.v1.create.accepted"
  | "webhooks.v1.create.listed"
  | "webhooks.v1.delete.status-204"
  | "webhooks.v1.delete.gone"
  | "webhooks.v1.delete.only-that-one"
  | "webhooks.v1.delete.again"
  | "webhooks.v1.delete.unknown-id"
  | "webhooks.v1.ids-not-reused"
  | "webhooks.v1.create.answer"
  | "webhooks.v1.id-shape"
  | "webhooks.v2.list.array"
  | "webhooks.v2.create.object"
  | "webhooks.v2.create.name"
  | "webhooks.v2.create.url"
  | "webhooks.v2.create.event"
  | "webhooks.v2.create.headers"
  | "webhooks.v2.create.store_id"
  | "webhooks.v2.create.listed"
  | "webhooks.v2.ids.unique"
  | "webhooks.v2.get.equals"
  | "webhooks.v2.put.accepted"
  | "webhooks.v2.put.name"
  | "webhooks.v2.put.url"
  | "webhooks.v2.put.headers"
  | "webhooks.v2.put.event-unchanged"
  | "webhooks.v2.put.event-in-body"
  | "webhooks.v2.put.only-that-one"
  | "webhooks.v2.delete.accepted"
  | "webhooks.v2.delete.gone"
  | "webhooks.v2.delete.only-that-one"
  | "webhooks.v2.delete.unknown-id"
  | "webhooks.v2.delete.missing-id"
  | "webhooks.v2.create.required-members"
  | "webhooks.v2.put-delete.answer"
  | "operation.v1ListAdjustmentReports"
  | "operation.v1GetAdjustmentReport"
  | "operation.v1ListWebhooks"
  | "operation.v1CreateWebhook"
  | "operation.v1DeleteWebhook"
  | "operation.v1ListShipments"
  | "operation.v1GetShipment"
  | "operation.v1UpdateWarehouse"
  | "operation.v1ListCarriers"
  | "operation.v1ListCarrierServices"
  | "operation.v1ListCarrierOptions"
  | "operation.v1ListBatches"
  | "operation.v1GetBatch"
  | "operation.v1ArchiveBatch"
  | "operation.v1ListBatchErrors"
  | "operation.v1ListLabels"
  | "operation.v1CreateLabel"
  | "operation.v1VoidLabel"
  | "operation.v1DownloadFile"
  | "operation.v2ListAccountSettings"
  | "operation.v2ListAccountImages"
  | "operation.v2CreateAccountImage"
  | "operation.v2GetAccountImage"
  | "operation.v2UpdateAccountImage"
  | "operation.v2DeleteAccountImage"
  | "operation.v2ValidateAddress"
  | "operation.v2ListBatches"
  | "operation.v2CreateBatch"
  | "operation.v2GetBatchByExternalId"
  | "operation.v2GetBatch"
  | "operation.v2UpdateBatch"
  | "operation.v2ArchiveBatch"
  | "operation.v2AddToBatch"
  | "operation.v2RemoveFromBatch"
  | "operation.v2ListBatchErrors"
  | "operation.v2ProcessBatchLabels"
  | "operation.v2AssignBatchUser"
  | "operation.v2UnassignBatchUser"
  | "operation.v2ListCarriers"
  | "operation.v2GetCarrier"
  | "operation.v2DisconnectCarrier"
  | "operation.v2AddCarrierFunds"
  | "operation.v2ListCarrierOptions"
  | "operation.v2ListCarrierPackages"
  | "operation.v2ListCarrierServices"
  | "operation.v2ListPurchaseOrders"
  | "operation.v2CreatePurchaseOrder"
  | "operation.v2GetPurchaseOrder"
  | "operation.v2UpdatePurchaseOrder"
  | "operation.v2UpdatePurchaseOrderShippingDetails"
  | "operation.v2UpdatePurchaseOrderStatus"
  | "operation.v2CreatePurchaseOrderReceipt"
  | "operation.v2GetPurchaseOrderOrderSummary"
  | "operation.v2GetPurchaseOrderReceivedSummary"
  | "operation.v2ListSuppliers"
  | "operation.v2CreateSupplier"
  | "operation.v2GetSupplier"
  | "operation.v2UpdateSupplier"
  | "operation.v2CreateRates"
  | "operation.v2CreateBulkRates"
  | "operation.v2EstimateRates"
  | "operation.v2GetRate"
  | "operation.v2ListServicePoints"
  | "operation.v2GetServicePoint"
  | "operation.v2ListShipments"
  | "operation.v2CreateShipments"
  | "operation.v2AssignShipmentsUser"
  | "operation.v2GetShipmentByExternalId"
  | "operation.v2GetShipment"
  | "operation.v2UpdateShipment"
  | "operation.v2CancelShipment"
  | "operation.v2ListShipmentRates"
  | "operation.v2AddShipmentTag"
  | "operation.v2RemoveShipmentTag"
  | "operation.v2ListShipmentDocuments"
  | "operation.v2CreateShipmentDocument"
  | "operation.v2DeleteShipmentDocument"
  | "operation.v2ListShipmentLabels"
  | "operation.v2ListLabels"
  | "operation.v2CreateLabel"
  | "operation.v2CreateLabelFromRate"
  | "operation.v2CreateLabelFromShipment"
  | "operation.v2GetLabel"
  | "operation.v2CreateReturnLabel"
  | "operation.v2TrackLabel"
  | "operation.v2VoidLabel"
  | "operation.v2ListLabelDocuments"
  | "operation.v2CreateLabelDocument"
  | "operation.v2DeleteLabelDocument"
  | "operation.v2SendLabelDocuments"
  | "operation.v2DownloadDocument"
  | "operation.v2DownloadFile"
  | "operation.v2ListManifests"
  | "operation.v2CreateManifest"
  | "operation.v2GetManifest"
  | "operation.v2ListPickups"
  | "operation.v2CreatePickup"
  | "operation.v2GetPickup"
  | "operation.v2DeletePickup"
  | "operation.v2ListPackages"
  | "operation.v2CreatePackage"
  | "operation.v2GetPackage"
  | "operation.v2UpdatePackage"
  | "operation.v2DeletePackage"
  | "operation.v2ListTags"
  | "operation.v2CreateTag"
  | "operation.v2StopTracking"
  | "operation.v2ListWarehouses"
  | "operation.v2GetWarehouse"
  | "operation.v2ListInventory"
  | "operation.v2UpdateInventory"
  | "operation.v2ListInventoryWarehouses"
  | "operation.v2CreateInventoryWarehouse"
  | "operation.v2GetInventoryWarehouse"
  | "operation.v2UpdateInventoryWarehouse"
  | "operation.v2DeleteInventoryWarehouse"
  | "operation.v2ListInventoryLocations"
  | "operation.v2CreateInventoryLocation"
  | "operation.v2GetInventoryLocation"
  | "operation.v2UpdateInventoryLocation"
  | "operation.v2DeleteInventoryLocation"
  | "operation.v2ListFulfillments"
  | "operation.v2CreateFulfillment"
  | "operation.v2ListTotes"
  | "operation.v2CreateTotes"
  | "operation.v2ListToteQuantities"
  | "operation.v2GetTote"
  | "operation.v2UpdateTote"
  | "operation.v2DeleteTote"
  | "operation.v2GetProduct"
  | "operation.v2CreateProduct"
  | "operation.v2UpdateProduct"
  | "operation.v2DeactivateProduct"
  | "operation.v2CreateStamps"
  | "operation.v2CreateMailLabels"
  | "operation.v2CreateEnvelope"
  | "operation.v2ListCheckoutRateConfigs"
  | "operation.v2CreateCheckoutRateConfig"
  | "operation.v2GetCheckoutRateConfig"
  | "operation.v2CreateCheckoutRateOption"
  | "operation.v2GetCheckoutRateOption"
  | "operation.v2UpdateCheckoutRateOption"
  | "operation.v2DeleteCheckoutRateOption"
  | "operation.v2CreateCheckoutRateQuote"
  | "operation.v2GetCheckoutRateQuote"
  | "operation.v2ListWebhooks"
  | "operation.v2CreateWebhook"
  | "operation.v2GetWebhook"
  | "operation.v2UpdateWebhook"
  | "operation.v2DeleteWebhook";
