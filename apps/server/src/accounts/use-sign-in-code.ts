import type { SignInMethod } from '@moqi/domain/account/sign-in'
import { Refusal } from '@moqi/domain/refusal'
import { logFailure } from '#src/cores/identity/sign-in-log.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type CodePurpose, useCode } from '#src/platform/messages/verification-code.ts'
import type { Signer } from './find-signer.ts'

type Attempt = { purpose: CodePurpose; code: string; method: SignInMethod; signer: Signer }

/** Uses a code up to sign in. Throws `account/code-wrong`, with the failure in the sign-in log. */
export async function useSignInCode(deps: Deps, caller: Caller, attempt: Attempt): Promise<void> {
  const { purpose, code, method, signer } = attempt
  try {
    await useCode(deps, purpose, code)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failure = {
      nameKey: signer.nameKey,
      accountId: signer.account?.account_id ?? null,
      method,
      result: 'wrongCode',
      deviceId: signer.device?.deviceId ?? null,
      at: deps.now(),
    } as const
    await deps.db.directory((directory) => logFailure(directory, caller, failure))
    throw error
  }
}
