// Written by `npm run bench -- quality`.

/** What was measured on signals of businesses that nothing was learned from, with 95 % intervals. */
export const MEASURED_QUALITY = {
  signals: 60,
  precision: { low: 0.4924, high: 0.6677 },
  recall: { low: 0.4258, high: 0.6152 },
}
