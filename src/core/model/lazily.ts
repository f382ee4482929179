/**
 * An object that is made when something of it is first used. A command needs few of the parts that
 * make up the program, and what makes a part is loaded with it. Not for functions: the object cannot
 * be called.
 */
export function lazily<Part extends object & { call?: never }>(make: () => Part): Part {
  let made: Part | undefined
  const part = () => {
    made ??= make()
    return made
  }
  return new Proxy({} as Part, {
    get: (_, name) => Reflect.get(part(), name),
    has: (_, name) => Reflect.has(part(), name),
    ownKeys: () => Reflect.ownKeys(part()),
    getOwnPropertyDescriptor(_, name) {
      const found = Reflect.getOwnPropertyDescriptor(part(), name)
      return found && { ...found, configurable: true }
    },
  })
}
