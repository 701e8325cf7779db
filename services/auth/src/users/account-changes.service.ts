import type { UpdateUserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { UpdateUserAnswer } from '@inner-weather/contracts/rpc/auth';
import { Injectable } from '@nestjs/common';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { assertNewPassword } from '../accounts/new-password.js';
import { ProofMailService } from '../mail/proof-mail.service.js';
import { addressTaken, isProved } from '../accounts/address.js';
import { MailService } from '../mail/mail.service.js';
import { AddressesRepository } from '../accounts/addresses.repository.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { type Caller, UsersService } from './users.service.js';

/** Changes to an account. Where mail is sent, a new address is pending until it is proved; the rest changes at once. */
@Injectable()
export class AccountChangesService {
  constructor(
    private readonly accounts: UsersService,
    private readonly users: UsersRepository,
    private readonly addresses: AddressesRepository,
    private readonly mail: MailService,
    private readonly proofMail: ProofMailService,
    private readonly currentPassword: CurrentPasswordService,
  ) {}

  /**
   * As UsersService.update. A new address that another account has proved is refused with `email_taken`; one that
   * no account has proved gets a link by mail. The current address withdraws a pending change.
   */
  async update(userId: string, caller: Caller, dto: UpdateUserDto): Promise<UpdateUserAnswer> {
    const { email, ...others } = dto;
    const user = this.mail.canSend && email !== undefined ? await this.users.find(userId) : null;
    // Without mail there is no proof to wait for. Without an account UsersService gives the refusal.
    if (!user || email === undefined) return this.accounts.update(userId, caller, dto);
    const newEmail = email === user.email ? null : email;
    if (newEmail !== null) {
      if (dto.password !== undefined) assertNewPassword(dto.password);
      await this.currentPassword.check(user, dto.currentPassword, caller.sessionId);
      const holder = await this.addresses.findHolder(newEmail);
      if (holder && isProved(holder)) throw addressTaken();
    }
    const answer = await this.accounts.update(userId, caller, others);
    await this.addresses.setNewEmail(userId, newEmail);
    if (newEmail !== null) {
      const { language = user.language } = dto;
      this.proofMail.sendLater({ _id: user._id, email: newEmail, language });
    }
    return { ...answer, user: { ...answer.user, newEmail: newEmail ?? undefined } };
  }
}
