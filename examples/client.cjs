/** The client under test: lists labels, and comes back when the service says that it is asked too much. */
exports.listLabels = async function listLabels(url, apiKey) {
  const answer = await fetch(`${url}/v1/labels`, { headers: { "API-Key": apiKey } });
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return listLabels(url, apiKey);
  }
  if (!answer.ok) throw new Error(`The service answered with ${answer.status}.`);
  return (await answer.json()).labels;
};

/** Buys a label for a shipment. */
exports.buyLabel = async (url, apiKey, shipmentId) => {
  const answer = await fetch(`${url}/v1/labels`, {
    method: "POST",
    headers: { "API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ shipment_id: shipmentId }),
  });
  if (!answer.ok) throw new Error(`The service answered with ${answer.status}.`);
  return answer.json();
};
