/** How whoever runs an installation that sends no mail finds the link of one; said after "ask them for it". */
export const FOUND_IN_OUTBOX = 'They find it with: npm run operator -- outbox'
