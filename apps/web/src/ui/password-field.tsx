import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Field } from './field.tsx'

/** Whether a secret can be read, as its input's `type`, and the button that changes it, which says `label`. */
export function useEye(label: string) {
  const [shown, setShown] = useState(false)
  const eye = (
    <button
      type="button"
      className="field-icon"
      aria-label={label}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOff size={20} /> : <Eye size={20} />}
    </button>
  )
  return { type: shown ? 'text' : 'password', eye }
}

/** A field whose content is hidden until it is asked for. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const { type, eye } = useEye(`显示${props.label}`)
  return <Field {...props} type={type} end={eye} />
}
