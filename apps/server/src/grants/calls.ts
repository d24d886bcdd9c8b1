import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { addAutoGrant } from './add-auto-grant.ts'
import { addSealGrant } from './add-grant.ts'
import { getGrantMaking } from './grant-making.ts'
import { getSealGrant, listSealGrant } from './list-grants.ts'
import { revokeSealGrant } from './revoke-grant.ts'
import { sendGrantLetter } from './send-letter.ts'

/** The calls of this folder with the functions that answer them. */
export const grantCalls = {
  addAutoGrant,
  addSealGrant,
  getGrantMaking,
  getSealGrant,
  listSealGrant,
  revokeSealGrant,
  sendGrantLetter,
} satisfies Partial<Handlers<Table>>
