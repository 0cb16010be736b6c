/** Thrown in a transaction that another one overtook: it runs again, as after a serialization failure. */
export class LostRace extends Error {
  override name = 'LostRace'
  readonly code = '40001'
}
