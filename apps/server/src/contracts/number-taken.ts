import { isDuplicate } from '#src/platform/database/database.ts'

const attempts = 6

/** Runs a transaction that draws a contract number again when that number is taken. */
export async function againWhenNumberTaken<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !isDuplicate(error) || !String(error).includes('task_no')) throw error
    }
  }
}
