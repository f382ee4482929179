/** Phones and word processors write ’ where patterns expect an apostrophe. */
export const straightenQuotes = (text: string) => text.replaceAll('’', "'")
