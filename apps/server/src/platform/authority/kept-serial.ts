/** A serial number as the database keeps it: lower-case hexadecimal without leading zero bytes. */
export const keptSerial = (serial: string): string => serial.toLowerCase().replace(/^(?:00)+(?=..)/, '')
