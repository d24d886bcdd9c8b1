import { DevicesCard } from './devices-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInLogCard } from './sign-in-log-card.tsx'

/** /user/settings (checklist R42): where the account is signed in, by which devices, and who tried. */
export function SettingsPage() {
  return (
    <>
      <h1 className="h1 settings-title">安全设置</h1>
      <SessionsCard />
      <DevicesCard />
      <SignInLogCard />
    </>
  )
}
