/** Says that a passkey or security key was used in this browser. */
const usedKeyKey = 'usedKey'

/** Remembers that one was made or used here: what may be offered first. */
export const noteUsedKey = () => localStorage.setItem(usedKeyKey, '1')

/** Whether this browser, at this address, can use keys at all. */
export const canUseKeys = () => 'PublicKeyCredential' in globalThis

/** Whether a key is likely at hand. */
export const isKeyAtHand = () => canUseKeys() && localStorage.getItem(usedKeyKey) !== null
