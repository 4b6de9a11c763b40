import { atom } from 'nanostores'

type Question = {
  title: string
  /** Paragraphs are separated by an empty line. */
  text?: string
  yes: string
  /** Another answer, beside `yes` and leaving. */
  other?: string
}

/** Null if the question was left. */
type Answer = 'yes' | 'other' | null

export type AskedQuestion = Question & { answer: (answer: Answer) => void }

export const $question = atom<AskedQuestion | null>(null)

export function ask(question: Question): Promise<Answer> {
  $question.get()?.answer(null)
  return new Promise((resolve) => {
    const answer = (answer: Answer) => {
      $question.set(null)
      resolve(answer)
    }
    $question.set({ ...question, answer })
  })
}
