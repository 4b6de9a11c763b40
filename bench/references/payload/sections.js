const numbered = (word, amount, ...parts) =>
  Array.from({ length: amount }, (_, index) => parts.map((part) => `${word}${index + 1}${part}`)).flat()

/** The texts of each section that the page shows. */
export const sections = {
  hero: ['title', 'subtitle', 'location', 'description', 'ctaText'],
  about: ['title', 'description1', 'description2', ...numbered('stat', 2, 'Number', 'Label')],
  benefits: ['title', ...numbered('benefit', 6, 'Title', 'Description')],
  segments: ['title', ...numbered('segment', 4, 'Title')],
}
