/** The calls of the contract as the browser makes them; `web/contract-calls.ts` writes them when the web is built. */
declare module 'virtual:calls' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- nothing relative can be imported into such a module
  const calls: import('./lib/api.ts').Calls
  export = calls
}
