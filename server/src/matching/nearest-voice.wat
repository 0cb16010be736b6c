;; Signals lie one after another from $first on, 1,168 bytes each: three voices of 384 signed bytes, a factor (f32) for each of
;; them, and room for an answer (f32).
(module
  (memory (export "memory") 1)

  ;; The sum of the products of the 384 signed bytes at $a with those at $b.
  (func $dot (param $a i32) (param $b i32) (result i32)
    (local $end i32) (local $x v128) (local $y v128) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $a) (i32.const 384)))
    (loop $next
      (local.set $x (v128.load (local.get $a)))
      (local.set $y (v128.load (local.get $b)))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_low_i8x16_s (local.get $x) (local.get $y)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_high_i8x16_s (local.get $x) (local.get $y)))))
      (local.set $x (v128.load offset=16 (local.get $a)))
      (local.set $y (v128.load offset=16 (local.get $b)))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_low_i8x16_s (local.get $x) (local.get $y)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_high_i8x16_s (local.get $x) (local.get $y)))))
      (local.set $a (i32.add (local.get $a) (i32.const 32)))
      (local.set $b (i32.add (local.get $b) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $a) (local.get $end))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))

  ;; Answers, for each of $count signals, the greatest product of a voice's factor and its dot product with the bytes at $vector.
  (func (export "nearest") (param $first i32) (param $vector i32) (param $count i32)
    (local $signal i32) (local $end i32) (local $best f32)
    (local.set $signal (local.get $first))
    (local.set $end (i32.add (local.get $first) (i32.mul (local.get $count) (i32.const 1168))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $signal) (local.get $end)))
        (local.set $best (f32.mul (f32.load offset=1152 (local.get $signal))
          (f32.convert_i32_s (call $dot (local.get $signal) (local.get $vector)))))
        (local.set $best (f32.max (local.get $best) (f32.mul (f32.load offset=1156 (local.get $signal))
          (f32.convert_i32_s (call $dot (i32.add (local.get $signal) (i32.const 384)) (local.get $vector))))))
        (local.set $best (f32.max (local.get $best) (f32.mul (f32.load offset=1160 (local.get $signal))
          (f32.convert_i32_s (call $dot (i32.add (local.get $signal) (i32.const 768)) (local.get $vector))))))
        (f32.store offset=1164 (local.get $signal) (local.get $best))
        (local.set $signal (i32.add (local.get $signal) (i32.const 1168)))
        (br $next)))))
