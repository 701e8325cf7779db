import mongoose from 'mongoose';

const { Schema } = mongoose;

const userSchema = new Schema(
  {
    firstName: { type: String, required: true },
    lastName: { type: String, required: true },
    email: { type: String, required: true, unique: true, lowercase: true },
    location: { type: String, required: true },
    passwordHash: { type: String, required: true },
  },
  { timestamps: true },
);

const entrySchema = new Schema(
  {
    userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    content: { type: String, required: true },
    inputMood: { type: String, default: '' },
    location: { type: String, required: true },
    weatherData: { type: String, default: '' },
  },
  { timestamps: true },
);

entrySchema.index({ userId: 1, createdAt: -1 });

export const User = mongoose.model('User', userSchema);
export const Entry = mongoose.model('Entry', entrySchema);
