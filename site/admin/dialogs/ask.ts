import { atom } from 'nanostores'

type Question = {
  title: string
  /** Paragraphs are separated by an empty line. */
  text?: string
  yes: string
  /** Label of a third answer, besides `yes` and cancelling. */
  other?: string
}

/** Null if the user cancelled the question. */
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
