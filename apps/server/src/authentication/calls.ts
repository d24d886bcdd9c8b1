import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getAuthInfo } from './auth-info.ts'
import { submitCompanyAuth } from './company-authentication.ts'
import { confirmPayment } from './company-payment.ts'
import { submitPersonAuth } from './person-authentication.ts'

/** The calls of this folder with the functions that answer them. */
export const authenticationCalls = {
  confirmPayment,
  getAuthInfo,
  submitCompanyAuth,
  submitPersonAuth,
} satisfies Partial<Handlers<Table>>
