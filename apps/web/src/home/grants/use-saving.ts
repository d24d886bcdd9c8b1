import { useState } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useNavigate } from '../../router/hooks.ts'
import { success } from '../../ui/toast-store.ts'
import { readGrantsAnew } from './grant-keys.ts'
import { useLetter } from './use-letter.ts'

/** What follows the saving: the list again, or the letter's signing. */
export type Then = 'keep' | 'sign'
type Saving<Sent> = {
  /** Shows what is missing, and answers what is to be sent; null when something is. */
  check: () => Sent | null
  add: (sent: Sent, key: string) => Promise<{ grantId: string }>
  /** Where one came from. */
  back: string
}

/** Saves a grant once, however often it is pressed, and goes on to its letter or back. */
export function useSaving<Sent>({ check, add, back }: Saving<Sent>) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<Then | null>(null)
  const letter = useLetter()
  const key = useRepeatKey()
  const save = async (then: Then) => {
    const sent = check()
    if (sent === null || busy !== null) return
    setBusy(then)
    try {
      const { grantId } = await add(sent, key(sent))
      await readGrantsAnew()
      if (then === 'sign') return await letter.sign(grantId)
      success('授权已保存，签署授权书后生效')
      await navigate(back)
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(null)
    }
  }
  return { busy, save }
}
