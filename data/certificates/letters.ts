/** The letters of a name that constancias cannot show: those of alphabets other than the four that the fonts cover. */
export const lettersNotShown = (name: string): string =>
  name
    .match(/(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}])\p{L}/gu)
    ?.join('') ?? ''
