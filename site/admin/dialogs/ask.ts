import { atom } from 'nanostores'

type Question = {
  question: string
  /** Paragraphs are separated by an empty line. */
  detail?: string
  action: string
  otherAction?: string
  cancelLabel?: string
  /** Focuses the cancel button first. */
  isDestructive?: boolean
}

/** Null if the user cancelled the question. */
type Answer = 'action' | 'other' | null

export type AskedQuestion = Question & { answer: (answer: Answer) => void }

export const $question = atom<AskedQuestion | null>(null)

/** Cancels a question that is already open. */
export function ask(question: Question): Promise<Answer> {
  cancelQuestion()
  return new Promise((resolve) => {
    const answer = (answer: Answer) => {
      $question.set(null)
      resolve(answer)
    }
    $question.set({ ...question, answer })
  })
}

export const cancelQuestion = (): void => $question.get()?.answer(null)
