import type { FormEvent, ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type SettingSheetProps = {
  title: string
  confirm: string
  variant?: 'primary' | 'danger'
  width?: number
  /** What `useSheetForm` answers. */
  sheet: { form: RefObject<HTMLFormElement | null>; submit: (event?: FormEvent) => void; busy: boolean }
  onClose: () => void
  children: ReactNode
}

/** A short form in a sheet with one button; Enter presses it too. */
export function SettingSheet(props: SettingSheetProps) {
  const { title, confirm, variant = 'primary', width = 440, sheet, onClose, children } = props
  const { form, submit, busy } = sheet
  return (
    <Sheet
      title={title}
      width={width}
      onClose={onClose}
      footer={
        <Button variant={variant} size="xl" block busy={busy} onClick={() => submit()}>
          {confirm}
        </Button>
      }
    >
      <form ref={form} className="set-form" noValidate onSubmit={submit}>
        {children}
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}
