import type { NewItem } from './sample.ts'

/** Questions that the sample conference adds to its registration form. */
export const questions: Record<string, NewItem<'questions'>> = {
  food: {
    label: '¿Qué comes?',
    kind: 'choice',
    options: ['De todo', 'Vegetariano', 'Vegano'],
    atDoor: true,
  },
  ramp: { label: '¿Necesitas rampa?', kind: 'yes-no', atDoor: true },
  shirt: { label: 'Talla de camiseta', kind: 'choice', options: ['S', 'M', 'L'] },
}

/** Returns the answers of the person `index`, equal in each run. `idOf` returns a question's id by its key. */
export function sampleAnswers(index: number, idOf: (key: string) => string): Record<string, string | boolean> {
  const at = (options: readonly string[] = [], step: number) => options[Math.floor(index / step) % options.length] ?? ''
  const food = index % 3 === 0 ? at(questions.food?.options, 3) : 'De todo'
  return {
    [idOf('food')]: food,
    ...(index % 20 === 0 && { [idOf('ramp')]: true }),
    ...(index % 4 > 0 && { [idOf('shirt')]: at(questions.shirt?.options, 1) }),
  }
}
