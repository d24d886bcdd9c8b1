import { Refusal } from '../refusal.ts'

/** What `run` answers, or the code of the refusal it throws; lets a test compare both in one table. */
export function outcomeOf<T>(run: () => T): T | string {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
