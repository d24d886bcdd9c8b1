import { useHandheld } from '../../ui/use-phone.ts'
import { useTouch } from '../../ui/use-touch.ts'

/** Whether this is the telephone one pays with. On anything larger one reads a code with it. */
export function usePayingPhone(): boolean {
  const isTouch = useTouch()
  const isHandheld = useHandheld()
  return isTouch && isHandheld
}
