import { defineQuery } from 'groq'
import { seoFields } from '@/lib/content/reading/fragments'

/** GROQ query of an account page; `$id` is its document's id. Its fields are the texts of `lib/messages/accountPages.ts`. */
export const authPageQuery =
  defineQuery(`*[_type in ["signInPage", "signUpPage", "forgotPasswordPage", "resetPasswordPage", "confirmPage", "accountPage"] && _id == $id][0]{
  ...,
  seo{${seoFields}}
}`)
