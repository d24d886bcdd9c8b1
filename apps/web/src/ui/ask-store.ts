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
  /** Neither Escape nor × leaves it. */
  insistent?: boolean
  /** Called once, when the question is on the screen. */
  shown?: () => void
}
export type Asked = Question & { key: number; answer: (yes: boolean) => void }

/** The questions waiting, first come first shown. */
export const useQuestions = create<{ waiting: Asked[] }>(() => ({ waiting: [] }))

let asked = 0

/** Asks in a dialog; resolves true on confirm, false on cancel, × or Escape. */
export function ask(question: Question): Promise<boolean> {
  const key = ++asked
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestions.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.key !== key) }))
      resolve(yes)
    }
    useQuestions.setState(({ waiting }) => ({ waiting: [...waiting, { ...question, key, answer }] }))
  })
}
