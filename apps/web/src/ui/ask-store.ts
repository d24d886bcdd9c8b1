import { create } from 'zustand'

/** A question with at most two answers; without `cancel` there is one button. */
export type Question = {
  title: string
  text: string
  detail?: string
  /** A cause given by somebody else, set apart from our words. */
  reason?: string
  confirm: string
  cancel?: string
  tone?: 'primary' | 'seal'
  /** The second answer loses something: it stands behind the first. */
  confirmFirst?: boolean
  /** Neither Escape nor × leaves it. */
  insistent?: boolean
  /** Called once, when the question is on the screen. */
  shown?: () => void
}
/** Closed by × or Escape a question is dismissed, which is not its second button. */
export type Answer = 'confirmed' | 'cancelled' | 'dismissed'
/** A question that is being shown, and how it is answered. */
export type Asked = Question & { key: number; answer: (answer: Answer) => void }

/** The questions waiting, first come first shown. */
export const useQuestions = create<{ waiting: Asked[] }>(() => ({ waiting: [] }))

let asked = 0

/** Asks in a dialog; resolves true on confirm, false on cancel, × or Escape. */
export const ask = async (question: Question): Promise<boolean> => (await choose(question)) === 'confirmed'

/** Asks for one of two ways on, neither of which is to leave things as they are. */
export function choose(question: Question): Promise<Answer> {
  const key = ++asked
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      useQuestions.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.key !== key) }))
      resolve(given)
    }
    useQuestions.setState(({ waiting }) => ({ waiting: [...waiting, { ...question, key, answer }] }))
  })
}
