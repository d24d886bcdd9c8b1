import { isDuplicate } from '#src/platform/database/database.ts'

const attempts = 6

/** Whether an error says that another contract of the space has the number. */
export const isNumberTaken = (error: unknown): boolean => isDuplicate(error) && String(error).includes('contract_no')

/** Runs a transaction that draws a contract number again when that number is taken. */
export async function againWhenNumberTaken<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !isNumberTaken(error)) throw error
    }
  }
}
