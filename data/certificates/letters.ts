export const lettersNotShown = (name: string): string =>
  name
    .match(/(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}])\p{L}/gu)
    ?.join('') ?? ''
