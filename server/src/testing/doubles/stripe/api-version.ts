/** The version whose shapes the double speaks: the one that the library in use pins. */
export const API_VERSION = '2026-10-28.endive'
