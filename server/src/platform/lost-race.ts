/** Thrown in a transaction that another one overtook: it begins anew, as the database would have it after a serialization failure. */
export class LostRace extends Error {
  override name = 'LostRace'
  readonly code = '40001'
}
