/** The names in a text in any language: code, paths, links, identifiers, versions, amounts. */

const link = /https?:\/\/[^\s<>"'`)\]}]+[^\s<>"'`)\]}.,;:!?]/g
const code = /`([^`\n]+)`/g
const extensions =
  '[cm]?[jt]sx?|py|rs|go|rb|java|kts?|swift|c|h|cc|cpp|hpp|cs|php|sh|ps1|sql|mdx?|txt|pdf|json|ya?ml|toml|ini|cfg|conf|env|lock|html?|s?css|vue|svelte|tf|gradle|xml|proto|ipynb|csv|xcworkspace|xcodeproj'
const path = anyOf([
  String.raw`(?<![\w/:])(?:~?\.{0,2}/)?(?:[\w@.-]+/)+[\w@.-]*[\w/]`,
  String.raw`(?<![\w/.])\.?[\w-]+(?:\.[\w-]+)*\.(?:${extensions})\b`,
  String.raw`(?<![\w/])(?:Dockerfile|Makefile|Procfile|Gemfile)\b`,
])
/** Options, constants, names with inner capitals or underscores, calls, regions, channels, tickets. */
const identifier = anyOf([
  String.raw`(?<![\w/.-])--?[a-z][\w-]*(?:=[^\s\x60]+)?`,
  String.raw`(?<![\w/.-])[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:=[^\s\x60]+)?`,
  String.raw`(?<![\w/.-])(?:\w+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)`,
  String.raw`(?<![\w/.-])(?:\w+\.)?\w+\(\)`,
  String.raw`(?<![\w/.-])(?:[a-z]+-[a-z]+-\d+|#[a-z][\w-]+|[A-Z]{2,}-\d+)`,
])

function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.join('|'), 'g')
}

export function linksIn(text: string): readonly string[] {
  return unique(text.match(link) ?? [])
}

export function filesIn(text: string): readonly string[] {
  const bare = text.replace(link, ' ')
  return unique((bare.match(path) ?? []).filter((found) => /[a-z]/i.test(found)))
}

function codesIn(text: string): readonly string[] {
  return unique([...text.matchAll(code)].map(([, inner = '']) => inner.trim()))
}

/** Names that somebody would search for verbatim. */
export function identifiersIn(text: string): readonly string[] {
  const bare = text.replace(link, ' ')
  return unique([...codesIn(text), ...filesIn(text), ...(bare.match(identifier) ?? [])])
}

/** Capitalised within a sentence, or in capitals: products, people, places, acronyms. */
export function properNamesIn(text: string): readonly string[] {
  const bare = text.replace(link, ' ').replace(code, ' ')
  const found = [...bare.matchAll(/(?<=[\p{L}\d,] ["'(]?)\b\p{Lu}[\p{L}\d]+(?:\.\p{L}+)?/gu)]
  return unique(
    found.map(([name]) => name).filter((name) => !/^(?:I|OK|Ok|FYI|BTW|PS|TODO)$/.test(name)),
  )
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
