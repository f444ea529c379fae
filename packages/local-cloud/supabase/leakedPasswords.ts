/** A few leaked passwords, in lower case. The hosted service queries Have I Been Pwned instead. */
export const LEAKED_PASSWORDS: ReadonlySet<string> = new Set(
  '12345678 123456789 1234567890 password password1 password123 passw0rd qwerty123 qwertyuiop 1q2w3e4r5t letmein1'.split(
    ' ',
  ),
)
