import { AccountEnd } from './account-end.tsx'
import { AccountRows } from './account-rows.tsx'
import { DevicesCard } from './devices-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { ProviderLinksCard } from './provider-links-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInLogCard } from './sign-in-log-card.tsx'

/** /user/settings (checklist R42): password, phone, mail, signing PIN, keys, devices, sign-ins, export, closing. */
export function SettingsPage() {
  return (
    <>
      <AccountRows />
      <KeysCard />
      <ProviderLinksCard />
      <SessionsCard />
      <DevicesCard />
      <SignInLogCard />
      <AccountEnd />
    </>
  )
}
