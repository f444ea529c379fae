import { renderToStaticMarkup } from 'react-dom/server'
import { Account } from '@/components/membership/account/Account'
import { Confirm } from '@/components/membership/confirm/Confirm'
import { ForgotPassword } from '@/components/membership/password/ForgotPassword'
import { ResetPassword } from '@/components/membership/password/ResetPassword'
import { SignIn } from '@/components/membership/signIn/SignIn'
import { SignUp } from '@/components/membership/signUp/SignUp'
import {
  accountPageQuery,
  confirmPageQuery,
  forgotPasswordPageQuery,
  resetPasswordPageQuery,
  signInPageQuery,
  signUpPageQuery,
} from '@/lib/content/queries/members'
import type { ContentDocument } from '@/tests/support/content-variants/documents'
import { answerTo } from './content'

type Render = (documents: readonly ContentDocument[]) => Promise<string>

/** Renders the content of each page of members from a set of documents, as the routes do. */
export const memberPages: Record<string, Render> = {
  signIn: async (documents) => {
    const page = await answerTo(signInPageQuery, documents)
    return page ? renderToStaticMarkup(<SignIn page={page} />) : ''
  },
  signUp: async (documents) => {
    const page = await answerTo(signUpPageQuery, documents)
    return page ? renderToStaticMarkup(<SignUp page={page} />) : ''
  },
  forgotPassword: async (documents) => {
    const page = await answerTo(forgotPasswordPageQuery, documents)
    return page ? renderToStaticMarkup(<ForgotPassword page={page} />) : ''
  },
  resetPassword: async (documents) => {
    const page = await answerTo(resetPasswordPageQuery, documents)
    return page ? renderToStaticMarkup(<ResetPassword page={page} />) : ''
  },
  confirm: async (documents) => {
    const page = await answerTo(confirmPageQuery, documents)
    return page ? renderToStaticMarkup(<Confirm page={page} />) : ''
  },
  account: async (documents) => {
    const page = await answerTo(accountPageQuery, documents)
    return page ? renderToStaticMarkup(<Account page={page} />) : ''
  },
}
