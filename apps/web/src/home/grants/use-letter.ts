import { letterTitle } from '@moqi/domain/seals/grant-letter'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { signPath, viewPath } from '../../kit/contract/contract-paths.ts'
import { refreshContracts } from '../../kit/contract/contract-keys.ts'
import { grantsPath } from '../../kit/grants/grant-paths.ts'
import { useNavigate } from '../../router/hooks.ts'
import { success } from '../../ui/toast-store.ts'
import { readGrantsAnew } from './grant-keys.ts'

/**
 * Sends the letter of a grant and leads whoever signs it for the company to its signing page; everybody else hears that
 * it is on its way.
 */
export function useLetter() {
  const navigate = useNavigate()
  const space = useSpace((state) => state.current)
  const [busy, setBusy] = useState<string | null>(null)
  const sign = async (grantId: string) => {
    setBusy(grantId)
    try {
      const { signId, isSigner } = await call('sendGrantLetter', { grantId })
      void readGrantsAnew()
      void refreshContracts()
      if (signId === null || isSigner === 0) {
        success('授权书已发送，请等待管理员与被授权人签署')
        return await navigate(grantsPath)
      }
      const { signerArray, ownSignerNo } = await call('getSignDetailInfo', { signId })
      const isOpen = signerArray.some(
        ({ signerNo, signerStatus }) => signerNo === ownSignerNo && signerStatus === 'toSign',
      )
      await navigate(
        isOpen ? signPath({ signId, taskName: letterTitle }, space) : viewPath({ signId, taskType: 'normal' }),
      )
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(null)
    }
  }
  return { sign, busy }
}
