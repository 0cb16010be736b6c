// Written by `npm run bench -- quality`.

/** What was measured on signals of businesses that nothing was learned from, with 95 % intervals. */
export const MEASURED_QUALITY = {
  signals: 60,
  precision: { low: 0.4511, high: 0.6241 },
  recall: { low: 0.4181, high: 0.6213 },
}
