/**
 * Passwords that everybody tries first, in lower case. The hosted service asks Have I Been Pwned; this short list
 * stands in for it, so that the answer can be seen without sending a password anywhere.
 */
export const LEAKED_PASSWORDS: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 666666 121212 112233 987654321
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword pa55word passwort motdepasse contraseña
  qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz asdfgh asdfghjkl zxcvbnm 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  abc123 abcd1234 a1b2c3 a123456 iloveyou princess dragon monkey sunshine shadow master superman batman pokemon
  football baseball basketball soccer hockey welcome welcome1 welcome123 letmein letmein1 login admin admin123
  administrator root toor changeme changeme123 secret secret123 test1234 test123 testtest guest default
  whatever trustno1 starwars michael jordan jordan23 jennifer michelle charlie thomas hunter hunter2 ranger
  freedom mustang corvette ferrari summer summer2023 summer2024 winter2023 winter2024 google facebook linkedin
  computer internet samsung liverpool chelsea arsenal barcelona cookie chocolate butterfly flower ashley daniel
  jessica nicole killer pepper ginger maggie buster tigger hello123 hellohello lovely loveyou fuckyou`
    .split(/\s+/)
    .filter(Boolean),
)
