declare module 'virtual:operation-routes' {
  export const routes: Readonly<
    Record<
      import('../../../src/contract/operations/index.ts').OperationName,
      import('./request.ts').Route
    >
  >
}
